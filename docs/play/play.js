// The page: it sends what is clicked to Python, and shows what Python answers.
const part = (id) => document.getElementById(id);
const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
const shown = {};
let unanswered = 0;

function send(...action) {
  unanswered += 1;
  document.body.setAttribute("aria-busy", "true");
  worker.postMessage(action);
}

function show(parts) {
  const focused = document.activeElement && document.activeElement.id;
  for (const [id, html] of Object.entries(parts)) {
    if (shown[id] !== html && part(id)) part(id).innerHTML = html;
    shown[id] = html;
  }
  if (focused && part(focused)) part(focused).focus();
  for (const tab of document.querySelectorAll("[data-mode]"))
    tab.setAttribute("aria-pressed", String(tab.dataset.mode === parts.mode));
  history.replaceState(null, "", `#${parts.link}`);
  part("address").value = location.href;
  part("copied").firstElementChild.hidden = true;
  part("solving").hidden = true;
  part("board").inert = false;
  unanswered -= 1;
  document.body.setAttribute("aria-busy", String(unanswered > 0));
}

worker.onmessage = ({ data }) => {
  if (data.parts) show(data.parts);
  if (data.loaded) {
    part("progress").value = data.loaded;
    part("loading").hidden = data.loaded === 1;
  }
  if (data.solved) {
    part("solved").value = data.solved;
    part("solving").hidden = false;
  }
  if (data.failed) {
    part("failed").hidden = false;
    part("loading").hidden = true;
    console.error(data.failed);
  }
};
worker.onerror = () => worker.onmessage({ data: { failed: "no worker" } });

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-do]");
  if (!button) return;
  const action = button.dataset.do;
  if (action === "train") send("train", value("train-game", value("game", "number")), value("train-level", "easy"));
  else send(action, ...("with" in button.dataset ? [button.dataset.with] : []));
  if (action === "click") button.classList.add("waiting");
});

function value(id, otherwise) {
  return part(id) ? part(id).value : otherwise;
}

part("settings").addEventListener("change", ({ target }) => {
  if (target.id === "game") send("game", target.value);
  else if (target.id.startsWith("train-")) send("train", value("train-game"), value("train-level"));
  else send("settings", ...["size", "detail", "first", "opponent", "rate"].map((id) => value(id)));
});
part("settings").addEventListener("submit", (event) => event.preventDefault());

// The arrow keys go from cell to cell.
part("board").addEventListener("keydown", (event) => {
  const cell = event.target.closest(".cell");
  const next = { ArrowRight: "nextElementSibling", ArrowLeft: "previousElementSibling" }[event.key];
  if (cell && next && cell[next]) {
    cell[next].focus();
    event.preventDefault();
  }
});

part("copy").addEventListener("click", async () => {
  part("address").select();
  await navigator.clipboard.writeText(part("address").value);
  part("copied").firstElementChild.hidden = false;
});

addEventListener("hashchange", () => send("open", location.hash));
part("board").inert = location.hash !== ""; // a link shows another board than the one drawn in the page
send("open", location.hash);
