// A line to type a move into. Letters and Enter are messages, which keep their order: a synced
// value may come after the Enter that plays it. What was typed stays in the model for a page
// that draws the line again; it is never saved from there.
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
      const [, text] = model.get("_line");
      if (input.value !== text) input.value = text;
    };
    input.addEventListener("input", () => {
      model.set("_line", [model.get("_line")[0], input.value]);
      model.send({ event: "typing", text: input.value });
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
