// Every position of the board 2..limit by a plain memo search: recursion over all moves and a hash table.
// Prints the seconds of the search, then "frobenius_number positions p_positions" for 1..limit.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
#include <vector>

using Set = std::uint64_t;  // bit k: k is available

static int limit;
static std::unordered_map<Set, bool> lost;

static Set choose(Set available, int number) {
    Set forbidden = ~available & ~Set{2};
    for (int step = number; step <= limit; step *= 2) forbidden |= forbidden << step;
    return available & ~forbidden;
}

static bool is_lost(Set available) {
    if (auto known = lost.find(available); known != lost.end()) return known->second;
    bool result = true;
    for (Set rest = available; rest; rest &= rest - 1) {
        if (is_lost(choose(available, __builtin_ctzll(rest)))) result = false;
    }
    return lost[available] = result;
}

int main(int, char** arguments) {
    limit = std::atoi(arguments[1]);
    auto start = std::chrono::steady_clock::now();
    is_lost((Set{2} << limit) - 4);
    std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    std::printf("%.6f\n", taken.count());

    std::vector<long> positions(limit + 1), p_positions(limit + 1);
    for (auto [available, result] : lost) {
        int frobenius = available ? 63 - __builtin_clzll(available) : 1;
        ++positions[frobenius];
        p_positions[frobenius] += result;
    }
    for (int n = 1; n <= limit; ++n) std::printf("%d %ld %ld\n", n, positions[n], p_positions[n]);
}
