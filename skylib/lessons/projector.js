// One screen of a lesson for a whole room. Python says what there is to see; the keys and
// buttons go back as one word each, the hands that were counted as numbers.

const KEYS = {
  ArrowRight: "next", PageDown: "next", n: "next", " ": "next", Enter: "next",
  ArrowLeft: "back", PageUp: "back", b: "back", p: "back", Backspace: "back",
  r: "reveal", v: "vote", a: "again", Home: "first", End: "last",
};
const BUTTONS = [
  ["back", "◀ Back", "←"], ["next", "Next ▶", "→"], ["vote", "Vote", "v"],
  ["reveal", "Reveal", "r"], ["again", "Another", "a"], ["map", "Map", "m"],
  ["full", "Full screen", "f"],
];
const MOST = 999; // hands

class Projector {
  constructor(model, el) {
    this.model = model;
    this.el = el;
    el.classList.add("skylib-stage");
    const make = (tag, kind, attributes = {}) => {
      const node = document.createElement(tag);
      if (kind) node.className = `skylib-${kind}`;
      for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
      return node;
    };
    this.make = make;
    this.head = make("div", "stage-head");
    this.kind = make("p", "stage-kind");
    this.progress = make("p", "stage-progress");
    this.head.append(this.kind, this.progress);
    this.words = make("div", "stage-words");
    this.foot = make("div", "stage-foot", { role: "toolbar", "aria-label": "Projector" });
    this.buttons = {};
    for (const [word, text, key] of BUTTONS) {
      const button = make("button", "stage-button", { type: "button", "data-do": word });
      const hint = make("kbd");
      hint.textContent = key;
      button.append(`${text} `, hint);
      button.addEventListener("click", () => this.act(word));
      this.buttons[word] = button;
      this.foot.append(button);
    }
    this.alert = make("p", "stage-alert", { role: "alert" });
    this.status = make("p", "stage-unseen", { role: "status", "aria-live": "polite" });
    el.append(this.head, this.words, this.alert, this.foot, this.status);
    this.ending = new AbortController();
    const { signal } = this.ending;
    const listen = (name, act) => {
      model.on(`change:${name}`, act);
      signal.addEventListener("abort", () => model.off(`change:${name}`, act));
    };
    listen("view", () => this.draw());
    listen("counts", () => this.count());
    listen("said", () => this.say());
    listen("error", () => this.say());
    this.draw();
    this.settle();
  }

  // ---- the box around words and map: it takes the focus, the keys and the full screen ----

  // The box is put into the page after this view was made.
  settle(tries = 600) {
    if (this.ending.signal.aborted) return;
    const root = this.el.closest(".skylib-projector");
    if (!root) {
      if (tries) requestAnimationFrame(() => this.settle(tries - 1));
      return;
    }
    this.root = root;
    root.tabIndex = 0;
    root.setAttribute("role", "region");
    root.setAttribute("aria-roledescription", "projector");
    root.setAttribute("data-lm-suppress-shortcuts", "true"); // JupyterLab's own keys
    const { signal } = this.ending;
    root.addEventListener("keydown", (event) => this.key(event), { signal, capture: true });
    document.addEventListener("fullscreenchange", () => this.filled(), { signal });
    this.draw();
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { key, target } = event;
    const field = target.matches("input.skylib-hands");
    const inMap = Boolean(target.closest(".skylib-map"));
    const button = target.matches("button, summary, a");
    const done = () => { event.preventDefault(); event.stopPropagation(); };
    if (key === "Escape") {
      if (field || inMap) { done(); this.home(); }
      else if (this.full) { done(); this.leave(); }
      return;
    }
    if (inMap && key !== "PageDown" && key !== "PageUp") return; // the map's own keys
    if (button && (key === " " || key === "Enter")) return; // pressed
    if (key === "Tab") return;
    if (field) {
      if (/^[0-9]$/.test(key) || ["ArrowLeft", "ArrowRight", "Backspace", "Delete", "Home", "End"].includes(key)) {
        event.stopPropagation();
        return;
      }
      if (key === "ArrowDown" || key === "Enter") { done(); return this.step(target, 1); }
      if (key === "ArrowUp") { done(); return this.step(target, -1); }
    }
    const { phase } = this.model.get("view");
    if (/^[0-9]$/.test(key) && (phase === "ask" || phase === "vote")) {
      done();
      this.typed = key;
      if (phase === "vote") this.enter(); else this.act("vote");
    } else if ((key === "ArrowDown" || key === "ArrowUp") && phase === "vote") {
      done();
      this.step(null, key === "ArrowDown" ? 1 : -1);
    } else if (key === "m") { done(); this.act("map"); }
    else if (key === "f") { done(); this.act("full"); }
    else if (KEYS[key]) { done(); this.act(KEYS[key]); }
  }

  act(word) {
    if (word === "map") return this.toMap();
    if (word === "full") return this.fill();
    if (word === "vote") this.voting = true; // the focus goes to the first field
    this.model.send({ do: word });
  }

  home() { this.root?.focus({ preventScroll: true }); }

  toMap() {
    const board = this.root?.querySelector(".skylib-board");
    if (board?.offsetParent) board.focus({ preventScroll: true });
  }

  // ---- full screen: the browser's, or, where a page may not have it, all of the window ----

  async fill() {
    const { root } = this;
    if (!root) return;
    if (this.over || document.fullscreenElement === root) return this.leave();
    try {
      await root.requestFullscreen();
    } catch {
      if (!root.showPopover) return;
      root.setAttribute("popover", "manual");
      root.showPopover();
      this.over = true;
      this.filled();
    }
    this.home();
  }

  leave() {
    const { root } = this;
    if (this.over) {
      this.over = false;
      root.hidePopover();
      root.removeAttribute("popover");
      this.filled();
    } else if (document.fullscreenElement === root) document.exitFullscreen();
  }

  filled() {
    const { root } = this;
    const full = this.over || document.fullscreenElement === root;
    if (full === this.full) return;
    this.full = full;
    root.classList.toggle("skylib-full", Boolean(full));
    this.buttons.full.firstChild.textContent = full ? "Leave full screen " : "Full screen ";
    if (!full) root.scrollIntoView({ block: "nearest" });
    this.fit();
    this.home(); // the browser forgets where the focus was
  }

  // ---- words ----

  draw() {
    const view = this.model.get("view");
    if (!view.phase) return;
    this.hands = view.phase === "vote" ? [...this.model.get("counts")] : null;
    const { make } = this;
    const put = (node, text) => { if (node.textContent !== text) node.textContent = text; };
    put(this.kind, view.head);
    put(this.progress, `${view.number} of ${view.of}`);
    this.progress.style.setProperty("--part", `${(100 * view.number) / view.of}%`);
    const focused = document.activeElement;
    const lost = this.words.contains(focused);
    this.words.replaceChildren();
    for (const [kind, text] of view.lines) {
      const line = make("p", `stage-${kind}`);
      line.textContent = text;
      this.words.append(line);
    }
    this.fields = [];
    if (view.answers.length) this.words.append(this.answers(view));
    // Reasons come after the bars that they explain.
    const after = this.words.querySelectorAll(".skylib-stage-reason, .skylib-stage-figure, .skylib-stage-source");
    if (view.phase === "reveal") this.words.append(...after);
    const letters = view.lines.reduce((n, [, text]) => n + text.length, 60 * view.answers.length);
    this.words.classList.toggle("skylib-long", letters > 260);
    this.words.scrollTop = 0;
    this.root?.setAttribute("aria-label", `${view.deck}, screen ${view.number} of ${view.of}`);
    this.root?.classList.toggle("skylib-has-map", view.map);
    const show = { vote: view.phase === "ask", reveal: view.phase === "ask" || view.phase === "vote",
      again: view.again, map: view.map };
    for (const [word, shown] of Object.entries(show)) {
      if (!shown && this.buttons[word] === focused) this.home();
      this.buttons[word].hidden = !shown;
    }
    this.count();
    this.say();
    this.fit();
    if (view.phase === "vote" && (this.voting || this.typed || lost)) this.enter();
    else if (lost) this.home();
    this.voting = false;
  }

  // A long question in full screen: somewhat smaller letters, never below the smallest.
  fit() {
    const { root } = this;
    if (!root) return;
    root.classList.remove("skylib-tight");
    root.classList.toggle("skylib-tight", Boolean(this.full) && root.scrollHeight > root.clientHeight);
  }

  answers(view) {
    const { make } = this;
    const list = make("ol", "stage-answers");
    view.answers.forEach((answer, i) => {
      const row = make("li");
      const name = make("span", "stage-answer");
      name.textContent = answer;
      row.append(name);
      if (view.phase === "vote") {
        const field = make("input", "hands", {
          type: "text", inputmode: "numeric", maxlength: "3", autocomplete: "off",
          "aria-label": `Hands for: ${answer}`, "data-i": String(i),
        });
        field.addEventListener("input", () => this.typedIn(i, field));
        field.addEventListener("focus", () => field.select());
        this.fields.push(field);
        row.append(field);
      }
      if (view.phase !== "ask") {
        const bar = make("span", "stage-bar", { "aria-hidden": "true" });
        bar.append(make("span", "stage-fill"));
        row.append(bar);
        if (view.phase === "reveal") {
          const hands = make("span", "stage-hands");
          row.insertBefore(hands, bar);
        }
      }
      if (view.right.includes(answer)) {
        row.className = "skylib-stage-right";
        const mark = make("span", "stage-mark");
        mark.textContent = "✓ right";
        name.append(" ", mark);
      }
      list.append(row);
    });
    return list;
  }

  typedIn(i, field) {
    const digits = field.value.replace(/\D/g, "").slice(0, 3);
    if (field.value !== digits) field.value = digits;
    this.hands[i] = Math.min(MOST, Number(digits));
    // As a message, not as a state: it is not held back, so that the key after it comes after it.
    this.model.send({ hands: this.hands });
    this.count();
  }

  // Numbers and bars; the field that is typed in is left alone.
  count() {
    const counts = this.hands ?? this.model.get("counts");
    const most = Math.max(1, ...counts);
    const all = counts.reduce((a, b) => a + b, 0);
    [...this.words.querySelectorAll("li")].forEach((row, i) => {
      const hands = counts[i] ?? 0;
      row.querySelector(".skylib-stage-fill")?.style.setProperty("width", `${(100 * hands) / most}%`);
      const field = row.querySelector("input");
      if (field && field !== document.activeElement) field.value = hands ? String(hands) : "";
      const told = row.querySelector(".skylib-stage-hands");
      if (told) told.textContent = all ? String(hands) : "";
    });
    this.words.classList.toggle("skylib-no-hands", this.model.get("view").phase === "reveal" && !all);
  }

  // To the first field, with the digit that began it all.
  enter() {
    const [field] = this.fields;
    if (!field) return;
    field.focus({ preventScroll: true });
    if (this.typed) {
      field.value = this.typed;
      this.typedIn(0, field);
      field.setSelectionRange(1, 1);
    }
    this.typed = null;
  }

  step(from, by) {
    const at = from ? this.fields.indexOf(from) + by : by > 0 ? 0 : this.fields.length - 1;
    const field = this.fields[at];
    if (field) field.focus({ preventScroll: true });
    else this.home();
  }

  say() {
    const set = (node, text) => { if (node.textContent !== text) node.textContent = text; };
    set(this.status, this.model.get("said"));
    set(this.alert, this.model.get("error"));
  }

  end() {
    if (this.over) this.leave();
    this.ending.abort();
    this.el.replaceChildren();
  }
}

export default {
  initialize,
  render({ model, el }) {
    const stage = new Projector(model, el);
    return () => stage.end();
  },
};
