// A table whose rows can be chosen. Python says what the rows hold and which are open; a row
// that is not open can still be asked why.
function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "skylib-choices";
  el.append(root);

  const make = (name, text, attributes = {}) => {
    const node = document.createElement(name);
    if (text !== undefined) node.textContent = text;
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  };

  function cell(name, text, attributes) {
    const [value, mark] = text.endsWith("◊") ? [text.slice(0, -1), "◊"] : [text, ""];
    const node = make(name, value, attributes);
    if (mark) {
      node.append(make("sup", mark, { title: "ours, not the rulebook's", class: "skylib-ours" }));
    }
    return node;
  }

  function row(data) {
    const open = data.state === "open";
    const line = make("tr", undefined, { class: `skylib-row-${data.state}` });
    if (data.chosen) line.classList.add("skylib-row-chosen");
    const first = make("th", undefined, { scope: "row" });
    const button = make("button", undefined, {
      type: "button",
      "aria-pressed": String(Boolean(data.chosen)),
      "data-key": data.key,
    });
    if (!open) button.setAttribute("aria-disabled", "true");
    if (data.hot) button.append(make("kbd", data.hot, { "aria-hidden": "true" }));
    button.append(make("span", data.cells[0]));
    if (data.sign) button.append(make("span", data.sign, { class: "skylib-sign", title: data.means || "" }));
    if (data.reason) button.title = data.reason;
    if (!open) button.append(make("span", ` (not now: ${data.reason})`, { class: "skylib-unseen" }));
    button.addEventListener("click", () => model.send({ pick: data.key }));
    first.append(button);
    line.append(first);
    for (const text of data.cells.slice(1)) line.append(cell("td", text));
    if (!open) line.addEventListener("click", (event) => {
      if (event.target.closest("button") === null) model.send({ pick: data.key });
    });
    return line;
  }

  function draw() {
    const held = root.contains(document.activeElement)
      ? document.activeElement.getAttribute("data-key") : null;
    const rows = model.get("rows");
    const table = make("table");
    if (model.get("caption")) table.append(make("caption", model.get("caption")));
    const heads = model.get("head");
    if (heads.some(Boolean)) {
      const head = make("tr");
      for (const [text, means] of heads.map((h) => h.split("|"))) {
        head.append(make("th", text, means ? { scope: "col", title: means } : { scope: "col" }));
      }
      const thead = make("thead");
      thead.append(head);
      table.append(thead);
    }
    const body = make("tbody");
    for (const data of rows) body.append(row(data));
    table.append(body);
    const foot = model.get("foot");
    root.replaceChildren(...(rows.length ? [table] : []),
      ...(foot ? [make("p", foot, { class: "skylib-foot" })] : []));
    if (held) {
      [...root.querySelectorAll("button")].find((b) => b.dataset.key === held)?.focus();
    }
  }

  model.on("change:version", draw);
  draw();
  return () => model.off("change:version", draw);
}
export default { initialize, render };
