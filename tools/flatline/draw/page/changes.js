// changes.js: what differs between two maps, over the picture of one of them.

/** By kind: its word, its colours on light and dark ground. */
const CHANGES = [
  {word: "added", light: "#009E73", dark: "#00C08B"},
  {word: "removed", light: "#D32F2F", dark: "#FF6E6E"},
  {word: "changed", light: "#C79A00", dark: "#F0E442"},
];
const REMOVED = 1;

/**
 * The list of changes, the switch between the two maps, and the marks on the map. Each of the maps
 * has a model and a painter; both draw on one canvas.
 */
class ChangesPanel {
  constructor(app) {
    this.app = app;
    this.changes = app.data.changes;
    this.kinds = CHANGES.map(() => true);
    this.chosen = -1;
    this.shown = LIST_STEP;
    const model = new MapModel({...app.data, ...app.data.before});
    const painter = new Painter(app.canvas, app.view, model, app.data, app.state);
    this.sides = {after: {model: app.model, painter: app.painter}, before: {model, painter}};
    this.side = "after";
    byId("findings").hidden = true;
    byId("changes").hidden = false;
    for (const side of ["before", "after"]) {
      byId(side).addEventListener("click", () => this.show(side));
    }
    CHANGES.forEach(({word}, kind) => {
      const count = this.changes.filter(change => change.kind === kind).length;
      const box = make("input", {type: "checkbox", checked: true, "data-change": word});
      box.addEventListener("change", () => {
        this.kinds[kind] = box.checked;
        this.list();
      });
      byId("change-kinds").append(make("label", {}, box, " ",
        make("span", {class: `change ${word}`}, word), ` ${count}`));
    });
    byId("more-changes").addEventListener("click", () => {
      this.shown += LIST_STEP;
      this.list();
    });
    this.list();
  }

  /** Shows one of the two maps; the changes stay over it. */
  show(side) {
    const {app} = this;
    this.side = side;
    const {dark} = app.painter;
    app.model = this.sides[side].model;
    app.painter = this.sides[side].painter;
    app.painter.dark = dark;
    for (const name of ["before", "after"]) {
      byId(name).setAttribute("aria-pressed", String(name === side));
    }
    app.select(null);
  }

  list() {
    const rows = [];
    let found = 0;
    this.changes.forEach((change, i) => {
      if (!this.kinds[change.kind] || found++ >= this.shown) return;
      const {word} = CHANGES[change.kind];
      rows.push(make("li", {}, make("button", {
        type: "button", class: "row", "data-index": i,
        "aria-current": i === this.chosen ? "true" : undefined, onclick: () => this.choose(i),
      }, make("span", {class: `change ${word}`}, word), ": ", change.text)));
    });
    byId("change-list").replaceChildren(...rows);
    byId("change-count").textContent = `${found} of ${this.changes.length}`;
    const left = found - rows.length;
    byId("more-changes").hidden = left === 0;
    byId("more-changes").textContent = `Show ${Math.min(left, LIST_STEP)} more of ${left}`;
    this.app.changed();
  }

  /** Where a change is: in the second map, unless it was removed. */
  target(change) {
    const removed = change.kind === REMOVED;
    return {side: removed ? "before" : "after", kind: change.element,
            index: removed ? change.before : change.after};
  }

  choose(i, moves = true) {
    const change = this.changes[i];
    const {side, kind, index} = this.target(change);
    this.chosen = i;
    if (change.kind !== 2 && this.side !== side) this.show(side);
    const own = this.side === side ? index : change.before;
    const known = this.app.model.count(kind) > own;
    this.app.select(known ? {kind, index: own} : null);
    if (moves && known) {
      const box = this.app.model.box(kind, own);
      if (box) this.app.view.centre(box);
    }
    this.app.say(`${CHANGES[change.kind].word}: ${change.text}`);
    for (const row of byId("change-list").querySelectorAll(".row")) {
      const is = Number(row.dataset.index) === i;
      if (is) row.setAttribute("aria-current", "true"); else row.removeAttribute("aria-current");
      if (is) showRow(byId("change-list"), row);
    }
    this.app.changed();
  }

  step(by) {
    const count = this.changes.length;
    for (let i = 1; i <= count; ++i) {
      const next = (Math.max(this.chosen, by < 0 ? 0 : -1) + by * i + count * i) % count;
      if (this.kinds[this.changes[next].kind]) return this.choose(next);
    }
  }

  /** Chooses the change at a point; false where there is none. */
  pick(x, y) {
    const {painter} = this.app;
    const reach = (this.app.isTouch ? TOUCH_PIXELS : PICK_PIXELS) * painter.pixel;
    let found = -1;
    let least = Infinity;
    this.changes.forEach((change, i) => {
      if (!this.kinds[change.kind]) return;
      const {side, kind, index} = this.target(change);
      const {model} = this.sides[side];
      let far = Infinity;
      if (kind === "linedef" || kind === "sidedef") {
        const line = kind === "linedef" ? index : model.sideLines[index];
        const [a, b] = [model.v1[line], model.v2[line]];
        far = Math.sqrt(distance2(x, y, model.x[a], model.y[a], model.x[b], model.y[b]));
      } else if (kind === "thing" || kind === "vertex") {
        const box = model.box(kind, index);
        far = Math.max(0, Math.hypot(box.x - x, box.y - y) - (kind === "thing" ? painter.thingSize : 0));
      }
      if (far <= reach && far < least) {
        least = far;
        found = i;
      }
    });
    if (found >= 0) this.choose(found, false);
    return found >= 0;
  }

  /** Draws the changes over the map: what was removed too, where it was. */
  draw() {
    const {painter} = this.app;
    const {context, dark} = painter;
    for (const {painter: own} of Object.values(this.sides)) {
      own.seen = painter.seen;
      own.pixel = painter.pixel;
    }
    painter.useMap();
    context.globalAlpha = 0.85;
    this.changes.forEach((change, i) => {
      if (!this.kinds[change.kind]) return;
      const {side, kind, index} = this.target(change);
      const own = this.sides[side];
      if (own.model.count(kind) <= index) return;
      context.strokeStyle = dark ? CHANGES[change.kind].dark : CHANGES[change.kind].light;
      own.painter.outline(kind, index, (i === this.chosen ? 7 : 4) * painter.pixel);
    });
    context.globalAlpha = 1;
  }
}
