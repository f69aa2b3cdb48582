// What people without a mouse or without sight need, and ipywidgets does not give: names for
// buttons and handles, a focus that is never lost, keys that stay in the panel, and words
// that are spoken. One view lies beside each panel and looks after it.

const FOCUSABLE =
  "button, select, input, textarea, summary, a[href], [tabindex]:not([tabindex='-1'])";
const FRESH = "[data-skylib-focus]"; // a new question or level: the focus goes there

const text = (node) => (node?.textContent ?? "").replace(/\s+/g, " ").trim();
const nameOf = (node) => node.getAttribute("aria-label") || text(node);
const seen = (node) =>
  node.isConnected && !node.disabled && node.getClientRects().length > 0 && !node.closest("[inert]");

function give(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value && node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
}

// ---- names ----

const PLAY = {
  "fa-play": "Play",
  "fa-pause": "Pause",
  "fa-stop": "Stop, back to the start",
  "fa-retweet": "Play again and again",
};

function nameAll(root) {
  for (const button of root.querySelectorAll(".widget-play button")) {
    const icon = Object.keys(PLAY).find((name) => button.querySelector(`.${name}`));
    if (icon) give(button, { "aria-label": PLAY[icon], title: PLAY[icon] });
    if (icon === "fa-retweet") {
      give(button, { "aria-pressed": String(button.classList.contains("mod-active")) });
    }
  }
  for (const handle of root.querySelectorAll(".widget-slider .noUi-handle")) {
    const slider = handle.closest(".widget-slider");
    const label = text(slider.querySelector(".widget-label")) || slider.title || "Slider";
    give(handle, { "aria-label": label });
  }
  for (const row of root.querySelectorAll(".widget-toggle-buttons")) {
    const label = text(row.querySelector(".widget-label"));
    give(row, { role: "group", "aria-label": label || "Answers" });
    for (const button of row.querySelectorAll(".widget-toggle-button")) {
      give(button, { "aria-pressed": String(button.classList.contains("mod-active")) });
    }
  }
  for (const row of root.querySelectorAll(".skylib-choice-row")) {
    give(row, { role: "group", "aria-label": text(row.querySelector(".skylib-choice-label")) });
    for (const button of row.querySelectorAll(".skylib-choice")) {
      give(button, { "aria-pressed": String(button.classList.contains("skylib-chosen")) });
    }
  }
  for (const field of root.querySelectorAll("input, select, textarea")) {
    if (field.labels?.length && text(field.labels[0])) continue;
    give(field, { "aria-label": field.placeholder || field.title });
  }
  for (const head of root.querySelectorAll(".jupyter-widget-Collapse-header")) {
    const open = head.parentElement.classList.contains("jupyter-widget-Collapse-open");
    give(head, { role: "button", tabindex: "0", "aria-expanded": String(open) });
  }
  for (const box of root.querySelectorAll(".skylib-scroll, .skylib-strip-box, .skylib-cockpit")) {
    // What scrolls can be scrolled by keys; what does not needs no stop.
    if (box.scrollWidth > box.clientWidth + 1) {
      const label = text(box.querySelector("caption")) || "table";
      give(box, { tabindex: "0", role: "region", "aria-label": label });
    } else if (box.hasAttribute("tabindex")) {
      for (const name of ["tabindex", "role", "aria-label"]) box.removeAttribute(name);
    }
  }
}

// ---- words that are spoken ----

// A live region has to be there before its words are; so the words of `.skylib-say` elements,
// which come and go with their panels, are said by a region that stays. What comes within a
// moment (a verdict, and the score after it) is said together: the last would put away the rest.
function sayAll(panel) {
  for (const node of panel.root.querySelectorAll(".skylib-say")) {
    const words = text(node), turn = node.dataset.turn ?? "";
    if (panel.said.get(turn) === words) continue;
    panel.said.set(turn, words);
    if (!panel.ready || !words) continue; // what was there from the start is read, not said
    panel.words.push(words);
    panel.saying ??= setTimeout(() => {
      const all = panel.words.splice(0).join(" ");
      panel.saying = undefined;
      // The same words again are words too: a blank makes them differ.
      panel.voice.textContent = panel.voice.textContent === all ? `${all}\u00a0` : all;
    }, 60);
  }
}

// ---- one panel ----

class Panel {
  constructor(root, voice) {
    this.root = root;
    this.voice = voice;
    this.said = new Map();
    this.words = []; // to be said in a moment
    this.ready = false;
    this.last = null; // what had the focus
    this.end = new AbortController();
    const options = { signal: this.end.signal };
    root.addEventListener("focusin", (event) => this.came(event.target), options);
    root.addEventListener("focusout", (event) => this.went(event), options);
    root.addEventListener("keydown", (event) => this.key(event), options);
    const pressed = (event) => {
      if (!event.target.closest?.(FOCUSABLE)) this.last = null; // put away on purpose
    };
    document.addEventListener("pointerdown", pressed, { ...options, capture: true });
    this.watch = new MutationObserver((records) => this.changed(records));
    this.watch.observe(root, {
      subtree: true, childList: true, attributes: true,
      attributeFilter: ["class", "style", "disabled", "hidden"],
    });
    this.sizes = new ResizeObserver(() => nameAll(root));
    this.sizes.observe(root);
    this.look();
    setTimeout(() => { this.ready = true; }, 500);
  }

  changed(records) {
    for (const record of records) {
      for (const node of record.addedNodes) {
        if (node.nodeType !== 1) continue;
        const fresh = node.matches(FRESH) ? node : node.querySelector(FRESH);
        if (fresh && this.last) this.fresh = fresh;
      }
    }
    this.soon ??= requestAnimationFrame(() => {
      this.soon = undefined;
      this.look();
      setTimeout(() => this.keep(), 100);
    });
  }

  look() {
    nameAll(this.root);
    sayAll(this);
    this.keep();
    if (!this.fresh?.isConnected || !this.fresh.getClientRects().length) return;
    if (document.activeElement === document.body || this.root.contains(document.activeElement)) {
      this.fresh.focus({ preventScroll: true });
      this.fresh.scrollIntoView({ block: "nearest" });
    }
    this.fresh = null;
  }

  // ---- focus ----

  came(node) {
    this.last = node;
    this.lastName = nameOf(node);
    this.order = this.stops().indexOf(node);
  }

  went(event) {
    if (event.relatedTarget && !this.root.contains(event.relatedTarget)) {
      this.last = null; // the reader went on
    } else if (!event.relatedTarget) {
      setTimeout(() => this.keep(), 50);
    }
  }

  stops() {
    return [...this.root.querySelectorAll(FOCUSABLE)].filter(seen);
  }

  // If what had the focus is gone, its like gets it: the same button made anew, else the
  // map, else what stands in its place.
  keep() {
    if (!this.last || !document.hasFocus()) return;
    const active = document.activeElement; // a hidden thing keeps the focus for a moment
    if (active !== document.body && (active !== this.last || seen(active))) return;
    const stops = this.stops();
    const like = seen(this.last) ? this.last : stops.find(
      (node) => node.tagName === this.last.tagName && nameOf(node) === this.lastName,
    );
    const map = stops.find((node) => node.matches(".skylib-board"));
    const goal = like ?? map ?? stops[Math.min(this.order, stops.length - 1)];
    if (goal) goal.focus({ preventScroll: true });
    else {
      this.root.tabIndex = -1;
      this.root.focus({ preventScroll: true });
    }
  }

  // ---- keys ----

  key(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const head = target.closest?.(".jupyter-widget-Collapse-header");
    if (head && head === target && (key === "Enter" || key === " ")) {
      event.preventDefault();
      head.click();
    }
    // Escape leaves the panel for its cell, from where arrows go to the next one; on the map it
    // puts away what was begun.
    const cell = this.root.closest(".jp-Cell");
    if (key === "Escape" && cell && !event.defaultPrevented && !target.closest(".skylib-board")) {
      this.last = null;
      cell.focus({ preventScroll: true });
    }
    // Letters, Enter, Space and arrows are meant for the panel; JupyterLab would take them
    // for its own shortcuts, and cut the cell at an x. Escape, Tab and Shift+Enter are Lab's.
    if (key === "Escape" || key === "Tab" || /^F\d/.test(key)) return;
    if (key === "Enter" && event.shiftKey) return;
    event.stopPropagation();
  }

  stop() {
    this.end.abort();
    this.watch.disconnect();
    this.sizes.disconnect();
    cancelAnimationFrame(this.soon);
    clearTimeout(this.saying);
  }
}

export default {
  initialize,
  render({ el }) {
    el.classList.add("skylib-access");
    const voice = document.createElement("div");
    voice.setAttribute("role", "status");
    voice.setAttribute("aria-live", "polite");
    voice.className = "skylib-voice";
    el.append(voice);
    let panel, waiting;
    const begin = () => {
      const root = el.parentElement;
      if (root && el.isConnected) panel = new Panel(root, voice);
      else waiting = requestAnimationFrame(begin);
    };
    begin();
    return () => {
      cancelAnimationFrame(waiting);
      panel?.stop();
    };
  },
};
