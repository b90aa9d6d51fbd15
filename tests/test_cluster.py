"""The atlas on a cluster of two processes, whole and with one or both of them killed."""

import os
import random
import signal
import sys
import time
from contextlib import closing

import numpy as np
import pytest
from distributed import Client, LocalCluster

from numbergame import NumberGame, solve
from numbergame.__main__ import main
from numbergame.atlas import atlas, cluster, count_positions, forecast, known_counts
from numbergame.atlas.needs import placed, urgency
from numbergame.atlas.schedule import Plan
from numbergame.checks.published import POSITIONS_BY_FROBENIUS_NUMBER

PUBLISHED = list(POSITIONS_BY_FROBENIUS_NUMBER.values.values())


@pytest.fixture(scope="module")
def client():
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as machines,
        Client(machines, set_as_default=False) as client,
    ):
        yield client


@pytest.mark.parametrize("limit", [30, 44])
def test_a_cluster_counts_the_published_positions(limit, client):
    counts = count_positions(limit, client=client, progress=False)
    assert list(counts.positions) == PUBLISHED[:limit]
    assert counts.equals(known_counts()[:limit])


def test_the_atlas_of_a_cluster_answers(client):
    solution = solve(NumberGame(22))
    found = atlas(22, client=client, progress=False)
    assert len(found) == len(solution)
    assert all(found.outcome(position) == value.outcome for position, value in solution.items())


@pytest.mark.parametrize("killed", [1, 2])
def test_killed_workers_make_no_difference(client, killed):
    plan = Plan.of_tasks(44)
    last = random.randrange(len(plan) // 8, len(plan) // 2)
    found = np.zeros((2, 45), int)
    with closing(cluster.solved_pieces(plan, client, keep=False)) as pieces:
        for number, solved in enumerate(pieces):
            found += solved.positions
            if number == last:
                for process in sorted(client.run(os.getpid).values())[:killed]:
                    os.kill(process, signal.SIGKILL)
    assert number == len(plan) - 1 > last
    assert list(found[0, 1:]) == PUBLISHED
    assert list(found[1, 1:]) == list(known_counts().p_positions[:44])


def test_who_stops_early_leaves_nothing_behind(client):
    with closing(cluster.solved_pieces(Plan.of_tasks(44), client, keep=False)) as pieces:
        next(pieces)
    for _ in range(100):
        tasks = client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks))
        if not tasks:
            break
        time.sleep(0.1)
    assert not tasks
    assert not any(
        name.startswith("atlas")
        for names in client.run(lambda dask_worker: list(dask_worker.plugins)).values()
        for name in names
    )
    assert not any(
        name.startswith("atlas")
        for name in client.run_on_scheduler(lambda dask_scheduler: list(dask_scheduler.plugins))
    )


def test_workers_with_too_little_memory_are_told_how_much_is_needed(client, monkeypatch):
    monkeypatch.setattr(cluster, "_room", lambda: (4, 500_000_000))
    monkeypatch.setattr(client, "register_plugin", lambda *_: pytest.fail("work started"))
    with pytest.raises(MemoryError, match=r"2\.\.60 needs 2\.\d\d GB .* worker of 4 threads.* has 0\.50 GB"):
        count_positions(60, client=client, progress=False)


def test_a_cluster_without_workers_is_refused(client, monkeypatch):
    monkeypatch.setattr(client, "run", lambda _: {})
    with pytest.raises(cluster.ClusterError, match="no workers"):
        count_positions(30, client=client, progress=False)


def test_what_a_cluster_does_not_do_is_refused(client):
    with pytest.raises(ValueError, match="nim-values"):
        atlas(30, client=client, nim_values=True)
    with pytest.raises(ValueError, match="threads"):
        count_positions(30, client=client, threads=2)


# The command


def test_the_command_counts_on_a_cluster(client, capsys):
    assert main(["atlas", "5", "--json", "--scheduler", client.scheduler.address]) == 0
    expected = '{"frobenius_number":3,"positions":2,"p_positions":1}'  # 2 and 3, or 3 alone, are available
    assert expected in capsys.readouterr().out


def test_a_scheduler_that_does_not_answer_is_told_in_a_line(capsys, monkeypatch):
    connected = cluster.connected
    monkeypatch.setattr(cluster, "connected", lambda address: connected(address, seconds=0.1))
    assert main(["atlas", "30", "--scheduler", "tcp://127.0.0.1:1"]) == 1
    assert capsys.readouterr().err == "numbergame: no Dask scheduler answers at tcp://127.0.0.1:1\n"


def test_what_is_no_address_is_told_in_a_line(capsys):
    assert main(["atlas", "30", "--scheduler", "here"]) == 2
    assert capsys.readouterr().err == "numbergame: missing port number in address 'here'\n"


def test_without_dask_the_extra_is_named(capsys, monkeypatch):
    monkeypatch.delitem(sys.modules, "numbergame.atlas.cluster")
    monkeypatch.setitem(sys.modules, "dask", None)
    assert main(["atlas", "30", "--scheduler", "tcp://127.0.0.1:1"]) == 2
    expected = "numbergame: dask is not installed; it comes with numbergame[cluster]\n"
    assert capsys.readouterr().err == expected


# The plan


def test_pieces_of_a_level_are_shared_in_the_order_of_addresses():
    plan = Plan.of_tasks(44)
    place = placed(plan, 3)
    assert set(place) == {0, 1, 2}
    level = {}
    for piece in reversed(range(len(plan))):
        level[piece] = 1 + max((level[read] for read in plan.reads[piece]), default=0)
    for wanted in set(level.values()):
        here = [place[piece] for piece in range(len(plan)) if level[piece] == wanted]
        assert here == sorted(here)


def test_what_others_wait_for_is_more_urgent():
    plan = Plan.of_tasks(44)
    urgent = urgency(plan)
    assert all(urgent[read] > urgent[piece] for piece, reads in enumerate(plan.reads) for read in reads)
    assert urgent[0] == plan.sizes[0]


def test_more_machines_take_less_time_and_more_of_the_network():
    plan = forecast(60, threads=2)
    assert list(plan.machines) == [1, 2, 4, 8, 16]
    assert plan.minutes.is_monotonic_decreasing
    assert plan.network_gb[0] == 0 and plan.network_gb.is_monotonic_increasing


def test_the_command_prints_the_plan_and_does_not_count(capsys, monkeypatch):
    monkeypatch.setattr("numbergame.atlas.count_positions", lambda *_: pytest.fail("counted"))
    assert main(["atlas", "50", "--plan"]) == 0
    assert capsys.readouterr().out.split()[:4] == ["machines", "memory_gb", "minutes", "network_gb"]
