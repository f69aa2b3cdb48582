// A line to type a move into. Letters and Enter go to Python as messages, which keep their
// order: a synced value that is still on its way when Enter has played the move would come back.
export default {
  initialize,
  render({ model, el }) {
    const number = (window.__skylibFields = (window.__skylibFields ?? 0) + 1);
    el.classList.add("widget-inline-hbox", "widget-text");
    const label = document.createElement("label");
    label.className = "widget-label skylib-move-label";
    label.htmlFor = `skylib-move-${number}`;
    const input = document.createElement("input");
    Object.assign(input, { type: "text", id: label.htmlFor, spellcheck: false, autocomplete: "off" });
    const show = () => {
      label.textContent = model.get("description");
      input.placeholder = model.get("placeholder");
    };
    let sent = ""; // with the last Enter
    input.addEventListener("input", () => model.send({ event: "typing", text: input.value }));
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.ctrlKey || event.isComposing) return;
      event.preventDefault();
      sent = input.value;
      model.send({ event: "submit", text: sent });
    });
    const clear = () => {
      // What was typed on after Enter stays.
      input.value = sent && input.value.startsWith(sent) ? input.value.slice(sent.length) : "";
      sent = "";
    };
    model.on("change", show);
    model.on("change:cleared", clear);
    show();
    el.append(label, input);
    return () => {
      model.off("change", show);
      model.off("change:cleared", clear);
    };
  },
};
