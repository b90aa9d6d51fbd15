// Python, beside the page: it gets what was clicked and answers with the parts of the page.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const tell = (message) => postMessage(message);

const ready = (async () => {
  tell({ loaded: 0.1 });
  const sources = fetch(new URL("numbergame.zip", import.meta.url)).then((reply) => reply.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  tell({ loaded: 0.8 });
  python.unpackArchive(await sources, "zip");
  const page = python.pyimport("page").Page((share) => tell({ solved: share }));
  tell({ loaded: 1 });
  return page;
})();

let waiting = ready;
onmessage = ({ data }) => {
  waiting = waiting.then(async () => {
    const page = await ready;
    tell({ parts: JSON.parse(page.do(...data)) });
  });
  waiting.catch((problem) => tell({ failed: String(problem) }));
};
ready.catch((problem) => tell({ failed: String(problem) }));
