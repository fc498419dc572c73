// panels.js: the lists beside the map: details, findings, layers with the legend.

/** How many findings or hits are put into the page at once. */
const LIST_STEP = 200;

const COPY_LINK = "Copy link";

const SEVERITIES = ["note", "warning", "error"];

/** A new element with attributes and children; text of the map only ever becomes text. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") element.addEventListener("click", value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

const byId = id => document.getElementById(id);

/** What is selected: its fields, its findings, and the explanation of a finding's rule. */
class DetailsPanel {
  constructor(app) { this.app = app; }

  show() {
    const {model, data, state} = this.app;
    const parts = [];
    const finding = data.findings[state.finding];
    const selection = state.selection;
    byId("selection-title").textContent =
      selection ? `${selection.kind} ${selection.index}` : finding ? "Finding" : "Selection";
    if (finding) parts.push(...this.finding(finding));
    if (selection) {
      if (finding) parts.push(make("h3", {}, `Fields of ${selection.kind} ${selection.index}`));
      const list = make("dl");
      for (const [name, value, link] of model.fields(selection.kind, selection.index)) {
        list.append(make("dt", {}, name), make("dd", {}, link ? this.link(value, link) : value));
      }
      parts.push(list, ...this.others(selection));
    }
    if (parts.length === 0) {
      parts.push(make("p", {class: "hint"}, "Click on the map, on a finding, or search."));
    }
    byId("copy").hidden = !HAS_ADDRESS || (!selection && !finding);
    byId("copy").textContent = COPY_LINK;
    byId("details").replaceChildren(...parts);
    byId("selection").scrollTop = 0;
  }

  /** Says something in the place of a selection. */
  tell(text) {
    byId("details").replaceChildren(make("p", {class: "hint"}, text));
    this.app.say(text);
  }

  /** Copies the address of the page, which names what is selected. */
  async copy() {
    const done = await copyText(location.href);
    byId("copy").textContent = done ? "Copied" : "Not copied";
    this.app.say(done ? "link copied" : "the browser does not let this page copy");
    setTimeout(() => { byId("copy").textContent = COPY_LINK; }, 2000);
  }

  link(text, {kind, index}) {
    return make("button", {type: "button", class: "link",
                           onclick: () => this.app.goTo(kind, index)}, text);
  }

  finding(finding) {
    const rule = this.app.data.rules[finding.rule];
    const severity = SEVERITIES[finding.severity];
    const list = make("dl");
    const add = (name, ...value) => list.append(make("dt", {}, name), make("dd", {}, ...value));
    add("rule", finding.rule);
    if (finding.lump) {
      add("place", finding.line ? `${finding.lump}, line ${finding.line}, column ${finding.column}`
                                : `${finding.lump}, byte ${finding.offset ?? "unknown"}`);
    }
    if (finding.x !== undefined) add("at", `${short(finding.x)}, ${short(finding.y)}`);
    if (finding.field) add("field", finding.field);
    if (finding.related !== undefined) {
      add("with", this.link(`${finding.relatedElement} ${finding.related}`,
                            {kind: finding.relatedElement, index: finding.related}));
    }
    if (rule) {
      add("finds", rule.sentence);
      for (const part of ["why", "mend", "ports"]) {
        if (rule[part]) add(part, rule[part]);
      }
    }
    return [make("p", {}, make("span", {class: `severity ${severity}`}, severity), ": ",
                 finding.message), list];
  }

  /** Findings about the selected element, but for the one that is shown already. */
  others({kind, index}) {
    const {data, state} = this.app;
    const rows = [];
    data.findings.forEach((finding, i) => {
      if (finding.element !== kind || finding.index !== index || i === state.finding) return;
      rows.push(make("li", {}, findingButton(this.app, i)));
    });
    return rows.length ? [make("h3", {}, "Findings about it"), make("ul", {}, ...rows)] : [];
  }
}

/** Scrolls a list, and nothing around it, so that a row of it is seen. */
function showRow(list, row) {
  const outer = list.getBoundingClientRect();
  const inner = row.getBoundingClientRect();
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/** A finding as a row that selects it. */
function findingButton(app, index) {
  const finding = app.data.findings[index];
  const severity = SEVERITIES[finding.severity];
  return make("button", {type: "button", class: "row", "data-finding": index,
                         "aria-current": app.state.finding === index ? "true" : undefined,
                         onclick: () => app.chooseFinding(index)},
              make("span", {class: `severity ${severity}`}, severity), ": ", finding.message, " ",
              make("span", {class: "rule"}, `[${finding.rule}]`));
}

/** The list of findings, by severity, rule and text. */
class FindingsPanel {
  constructor(app) {
    this.app = app;
    this.shown = LIST_STEP;
    this.matches = [];
    const {data, state} = app;
    for (let severity = SEVERITIES.length - 1; severity >= 0; --severity) {
      const count = data.findings.filter(finding => finding.severity === severity).length;
      const box = make("input", {type: "checkbox", checked: state.severities[severity],
                                 "data-severity": SEVERITIES[severity]});
      box.addEventListener("change", () => {
        state.severities[severity] = box.checked;
        this.filter();
      });
      byId("severities").append(make("label", {}, box, app.swatch("marks", severity), " ",
        make("span", {class: `severity ${SEVERITIES[severity]}`}, SEVERITIES[severity]),
        ` ${count}`));
    }
    const counts = new Map();
    for (const {rule} of data.findings) counts.set(rule, (counts.get(rule) || 0) + 1);
    for (const rule of [...counts.keys()].sort()) {
      byId("rule").append(make("option", {value: rule}, `${rule} (${counts.get(rule)})`));
    }
    byId("rule").addEventListener("change", () => this.filter());
    byId("finding-text").addEventListener("input", () => this.filter());
    byId("more-findings").addEventListener("click", () => {
      this.shown += LIST_STEP;
      this.show();
    });
    this.filter();
  }

  /** Shows findings of a severity, also in the list. */
  turnOn(severity) {
    const {state} = this.app;
    if (state.severities[severity]) return;
    state.severities[severity] = true;
    byId("severities").querySelector(`[data-severity=${SEVERITIES[severity]}]`).checked = true;
    this.filter();
  }

  filter() {
    const {data, state} = this.app;
    const rule = byId("rule").value;
    const text = byId("finding-text").value.toLowerCase();
    this.matches = [];
    data.findings.forEach((finding, i) => {
      if (!state.severities[finding.severity] || (rule && finding.rule !== rule)) return;
      if (text && !`${finding.message} ${finding.rule}`.toLowerCase().includes(text)) return;
      this.matches.push(i);
    });
    // The worst first, and else in the order of the file.
    this.matches.sort((a, b) => data.findings[b].severity - data.findings[a].severity || a - b);
    this.shown = LIST_STEP;
    this.show();
    this.app.changed();
  }

  show() {
    const {app, matches} = this;
    const listed = matches.slice(0, this.shown);
    byId("finding-list").replaceChildren(
      ...listed.map(index => make("li", {}, findingButton(app, index))));
    const found = app.data.tally.reduce((sum, count) => sum + count, 0);
    const leftOut = Object.entries(app.data.leftOut).map(([rule, count]) => `${rule} ${count}`);
    byId("finding-count").textContent = `${matches.length} of ${found}` +
      (leftOut.length ? ` (beyond the limit: ${leftOut.join(", ")})` : "");
    const left = matches.length - listed.length;
    byId("more-findings").hidden = left === 0;
    byId("more-findings").textContent = `Show ${Math.min(left, LIST_STEP)} more of ${left}`;
  }

  /** Marks the chosen one in the list, and brings it there where it is not. */
  mark() {
    const chosen = this.app.state.finding;
    const at = this.matches.indexOf(chosen);
    if (at >= this.shown) {
      this.shown = at + 1;
      this.show();
    }
    for (const row of byId("finding-list").querySelectorAll(".row")) {
      const is = Number(row.dataset.finding) === chosen;
      if (is) row.setAttribute("aria-current", "true"); else row.removeAttribute("aria-current");
      if (is) showRow(byId("finding-list"), row);
    }
  }

  /** The finding `step` behind the chosen one in the list, around its ends; -1 for none. */
  following(step) {
    const {matches} = this;
    if (matches.length === 0) return -1;
    const at = matches.indexOf(this.app.state.finding);
    const next = at < 0 && step < 0 ? -1 : at + step;
    return matches[(next + matches.length) % matches.length];
  }
}

/** Switches of the layers, which are the legend too. */
class LayersPanel {
  constructor(app) {
    this.app = app;
    this.list = byId("layer-list");
    if (app.model.isPlan) this.addPlan(); else this.addMap();
    const counts = count(app.model.thingKinds, app.data.styles.things.length);
    this.group(app.model.isPlan ? "Entities" : "Things");
    app.data.styles.things.forEach((style, kind) => {
      if (counts[kind] > 0) this.add(style.label, app.state.things, kind, counts[kind], ["things", kind]);
    });
  }

  addMap() {
    const {app} = this;
    const {model, state} = app;
    this.group("Lines");
    const counts = count(model.lineKinds, app.data.styles.lines.length);
    app.data.styles.lines.forEach((style, kind) =>
      this.add(style.label, state.lines, kind, counts[kind], ["lines", kind]));
    this.group("Sectors");
    const choice = make("select", {id: "fill"},
      ...[["floor", "height of the floor"], ["ceiling", "height of the ceiling"],
          ["light", "light"], ["tag", "tag"], ["flat", "flats of the floors"], ["none", "not at all"]]
        .map(([value, label]) => make("option", {value, disabled: value === "flat" && !app.data.flats},
          value === "flat" && !app.data.flats ? `${label} (with --resources)` : label)));
    const ramp = make("div", {class: "ramp", "aria-hidden": "true"});
    const text = make("p", {class: "hint"});
    const show = () => {
      state.fill = choice.value;
      this.showRamp(ramp, text);
      app.changed();
    };
    choice.addEventListener("change", show);
    this.list.append(make("label", {class: "layer"}, "filled by", choice), ramp, text);
    show();
    this.add("Brightness: darker where there is less light", state, "brightness", model.light.length);
    this.group("More");
    this.addGrid();
    this.add("Tags: arrows from lines to sectors", state, "tags", model.tagCount);
    this.add("Fronts of lines, a tick", state, "fronts", model.count("linedef"));
    this.add("Slopes: outline, arrow down", state, "slopes", model.slopes.length);
    this.add(model.subsectors ? `Subsectors (${model.subsectors.format})` : "Subsectors: no nodes",
             state, "subsectors", model.subsectors ? model.subsectors.rows.length - 1 : 0);
    const blockmap = model.blockmap;
    this.add(blockmap ? `Blockmap (${blockmap.fromLump ? "of the map" : "built"})` : "Blockmap: none",
             state, "blockmap", blockmap ? blockmap.columns * blockmap.rows : 0);
    this.add("Vertices", state, "vertices", model.x.length);
  }

  /** A switch for the grid, and how far its lines are apart. */
  addGrid() {
    const {state} = this.app;
    const box = this.add("Grid", state, "grid", 1);
    const choice = make("select", {id: "grid-size", "aria-label": "Size of the grid"},
      ...[8, 16, 32, 64, 128, 256, 512, 1024].map(size =>
        make("option", {value: size, selected: size === state.gridSize}, String(size))));
    choice.addEventListener("change", () => {
      state.gridSize = Number(choice.value);
      this.app.changed();
    });
    box.querySelector(".count").replaceWith(choice);
    choice.classList.add("count");
  }

  addPlan() {
    const {app} = this;
    const {model, state} = app;
    this.group("Seen from above");
    this.add("Brushes", state.shapes, 0, model.brushes.length);
    this.add("Patches (dashed)", state.shapes, 1, model.patches.length);
    const ramp = make("div", {class: "ramp", "aria-hidden": "true"});
    this.list.append(ramp, make("p", {class: "hint"}, "Dark: low tops. Bright: high ones."));
    this.fillRamp(ramp, app.data.styles.ramp);
    const lows = [...new Set(model.heights.filter((_, i) => i % 2 === 0))].sort((a, b) => a - b);
    if (lows.length < 2) return;
    const slider = make("input", {id: "cut", type: "range", min: 0, max: lows.length - 1, step: 1});
    slider.value = lows.length - 1;
    const label = make("span", {class: "count"}, "all");
    slider.addEventListener("input", () => {
      const all = Number(slider.value) === lows.length - 1;
      state.cut = all ? Infinity : lows[slider.value];
      label.textContent = all ? "all" : short(state.cut);
      app.changed();
    });
    this.list.append(make("label", {class: "layer"}, "What begins up to z", slider, label));
  }

  group(title) { this.list.append(make("h3", {}, title)); }

  /** A switch for `object[key]`; returns its row. */
  add(label, object, key, number, swatch) {
    const box = make("input", {type: "checkbox", checked: object[key], disabled: number === 0,
                               "data-layer": label});
    box.addEventListener("change", () => {
      object[key] = box.checked;
      this.app.changed();
    });
    const row = make("label", {class: "layer"}, box,
      ...(swatch ? [this.app.swatch(...swatch)] : []), label,
      make("span", {class: "count"}, String(number)));
    this.list.append(row);
    return row;
  }

  fillRamp(ramp, colors) {
    ramp.replaceChildren(...colors.map(color => {
      const part = make("span");
      part.style.background = color;
      return part;
    }));
  }

  showRamp(ramp, text) {
    const {model, data, state} = this.app;
    const range = values => {
      let [low, high] = [Infinity, -Infinity];
      for (const value of values) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
      return values.length ? `${short(low)} to ${short(high)}` : "";
    };
    const looks = {
      floor: () => [data.styles.ramp, range(model.floor)],
      ceiling: () => [data.styles.ramp, range(model.ceiling)],
      light: () => [["#000", "#444", "#888", "#ccc", "#fff"], range(model.light)],
      tag: () => [TAG_COLORS, "Sectors with one tag have one colour; without a tag none."],
      flat: () => [[], `${data.flats?.images.length || 0} flats found; ` +
                       "a sector whose flat was not found has no fill."],
      none: () => [[], ""],
    };
    const [colors, words] = looks[state.fill]();
    this.fillRamp(ramp, colors);
    ramp.hidden = colors.length === 0;
    text.textContent = words;
  }
}

/** How often each of `size` values is there. */
function count(values, size) {
  const counts = new Array(size).fill(0);
  for (const value of values) ++counts[value];
  return counts;
}
