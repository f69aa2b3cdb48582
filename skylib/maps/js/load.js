// BokehJS, letters and looks: what all maps of a page share, loaded once.

const parts = (window.__skylibParts ??= {});

// The one model that carries what all maps share, and what was made of it.
async function loadParts(model) {
  const reference = model.get("parts"); // "IPY_MODEL_" and an id
  const id = String(reference?.model_id ?? reference).replace("IPY_MODEL_", "");
  const source = await model.widget_manager.get_model(id);
  const version = source.get("version"), key = source.get("key");
  return (parts[key] ??= Promise.all([
    window.Bokeh?.version === version ? window.Bokeh : evaluate(source),
    unpack(source.get("letters")).then(JSON.parse),
  ]).then(([library, letters]) => ({
    library, letters, ...JSON.parse(source.get("tables")),
  })).catch((error) => {
    delete parts[key]; // the next map tries again
    throw error;
  }));
}

function unpack(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

async function evaluate(source) {
  const text = await unpack(source.get("script"));
  const before = window.Bokeh; // another version may be in use elsewhere on the page
  const script = document.createElement("script");
  script.textContent = text;
  document.head.append(script);
  script.remove();
  const library = window.Bokeh;
  if (before) window.Bokeh = before;
  return library;
}

// Takes from the page what `embed_item` has put into a node.
function takeAway(library, manager, node) {
  release(node);
  const pages = new Set([...manager].map((view) => view.model.document));
  for (const view of [...manager]) view.remove();
  for (const page of pages) {
    page?.clear();
    const at = library.documents.indexOf(page);
    if (at >= 0) library.documents.splice(at, 1);
  }
}

// A canvas keeps its memory while anything holds it, and JupyterLab holds closed cells.
function release(node) {
  for (const one of node.querySelectorAll("*")) {
    if (one instanceof HTMLCanvasElement) one.width = one.height = 0;
    else if (one.shadowRoot) release(one.shadowRoot);
  }
}

// An SVG text as a picture that can be drawn.
function decode(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  return image.decode().then(() => image).finally(() => URL.revokeObjectURL(url));
}
