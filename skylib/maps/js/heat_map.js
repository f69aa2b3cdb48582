// A grid of cells: a Bokeh figure in a box that a screen reader names as one picture.

export default {
  initialize,
  async render({ model, el }) {
    const box = document.createElement("div");
    box.setAttribute("role", "img");
    box.setAttribute("aria-label", model.get("label"));
    box.tabIndex = 0; // wider than a narrow screen, it is scrolled sideways, by keyboard too
    box.style.cssText = "overflow-x: auto; max-width: 100%";
    el.style.maxWidth = "100%";
    el.append(box);
    let gone = false;
    const drawn = loadParts(model).then(async ({ library }) => {
      if (gone) return;
      const manager = await library.embed.embed_item(structuredClone(model.get("item")), box);
      if (gone) takeAway(library, manager, box);
      return () => takeAway(library, manager, box);
    });
    drawn.catch((error) => { box.textContent = `The picture cannot be drawn: ${error}`; });
    await drawn;
    return () => { gone = true; drawn.then((end) => end?.()); };
  },
};
