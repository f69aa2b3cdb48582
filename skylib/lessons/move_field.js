// A line to type a move into. Enter sends the text along: a value that is still on its way
// would come too late, and half a move would be played.
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
      if (input.value !== model.get("value")) input.value = model.get("value");
    };
    input.addEventListener("input", () => {
      model.set("value", input.value);
      model.save_changes();
    });
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.ctrlKey || event.isComposing) return;
      event.preventDefault();
      model.send({ event: "submit", text: input.value });
    });
    model.on("change", show);
    show();
    el.append(label, input);
    return () => model.off("change", show);
  },
};
