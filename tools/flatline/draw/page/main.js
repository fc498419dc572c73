// main.js: puts the page together.

const THEMES = ["system", "light", "dark"];

class App {
  constructor(data) {
    this.data = data;
    this.model = data.format === "doom3" ? new PlanModel(data) : new MapModel(data);
    const {styles} = data;
    this.state = {
      lines: styles.lines.map(() => true),
      things: styles.things.map(() => true),
      severities: styles.marks.map((_, severity) => severity >= data.least),
      shapes: [true, true],
      cut: Infinity,
      fill: "floor",
      slopes: false,
      subsectors: false,
      blockmap: false,
      vertices: false,
      brightness: false,
      grid: false,
      gridSize: 64,
      tags: false,
      fronts: false,
      hits: [],
      selection: null,
      finding: -1,
    };
    this.swatches = [];
    this.canvas = byId("map");
    this.view = new View(this.canvas, new Box(...data.bounds), () => this.changed());
    this.painter = new Painter(this.canvas, this.view, this.model, data, this.state);
    this.details = new DetailsPanel(this);
    this.findings = new FindingsPanel(this);
    this.layers = new LayersPanel(this);
    this.card = new SummaryCard(this);
    if (data.changes) this.changes = new ChangesPanel(this);
    this.describe();
    this.addButtons();
    this.addSearch();
    this.setTheme(THEMES[0]);
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    this.resize();
    this.followAddress();
    addEventListener("hashchange", () => this.followAddress());
    // The page around a frame names what to show.
    addEventListener("message", ({source, data}) => {
      if (parent !== self && source === parent && typeof data?.flatline === "string") {
        this.followAddress(`#${data.flatline}`);
      }
    });
  }

  describe() {
    const {data} = this;
    const kind = data.namespace ? `${data.format}, ${data.namespace}` : data.format;
    document.title = `${data.map} – ${data.file}`;
    byId("title").textContent = data.map;
    byId("summary").textContent = `${data.file} (${kind})`;
    byId("index").hidden = !data.index;
    if (data.index) byId("index").href = data.index;
  }

  addButtons() {
    const input = listen(this.canvas, this.view, {
      click: (x, y) => this.pick(x, y),
      hover: (x, y) => {
        const [mapX, mapY] = this.view.toMap(x, y);
        byId("position").textContent = `${Math.round(mapX)}, ${Math.round(mapY)}`;
      },
      next: step => this.changes ? this.changes.step(step)
                                 : this.chooseFinding(this.findings.following(step)),
      clear: () => this.select(null),
      search: () => byId("query").focus(),
    });
    byId("zoom-in").addEventListener("click", () => input.zoom(1.5));
    byId("zoom-out").addEventListener("click", () => input.zoom(1 / 1.5));
    byId("fit").addEventListener("click", () => this.view.fit());
    byId("copy").addEventListener("click", () => this.details.copy());
    byId("theme").addEventListener("click", () => {
      this.setTheme(THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length]);
    });
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", () => this.setTheme(this.theme));
    this.prefersDark = () => system.matches;
    this.touch = matchMedia("(pointer: coarse), (max-width: 45em)");
  }

  setTheme(theme) {
    this.theme = theme;
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    byId("theme").textContent = `Colours: ${theme}`;
    this.painter.dark = theme === "dark" || (theme === "system" && this.prefersDark());
    for (const {canvas, list, kind} of this.swatches) this.drawSwatch(canvas, list, kind);
    this.changed();
  }

  resize() {
    const edge = this.canvas.getBoundingClientRect();
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.max(1, Math.round(edge.width * ratio));
    this.canvas.height = Math.max(1, Math.round(edge.height * ratio));
    this.view.resize(edge.width, edge.height);
  }

  /** Draws again before the next frame, once. */
  changed() {
    if (this.waiting || !this.painter) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.painter.draw();
      if (this.changes) this.changes.draw();
    });
  }

  /** A picture of how a kind of line, thing or mark is drawn. */
  swatch(list, kind) {
    const canvas = make("canvas", {width: 48, height: 24, "aria-hidden": "true"});
    canvas.style.width = "24px";
    canvas.style.height = "12px";
    this.swatches.push({canvas, list, kind});
    this.drawSwatch(canvas, list, kind);
    return canvas;
  }

  drawSwatch(canvas, list, kind) {
    const style = this.data.styles[list][kind];
    const context = canvas.getContext("2d");
    const color = this.painter.color(style);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    if (list === "lines") {
      context.strokeStyle = color;
      context.lineWidth = style.width * 2;
      context.setLineDash(style.dash ? [style.dash * 2, style.gap * 2] : []);
      context.beginPath();
      context.moveTo(0, 12);
      context.lineTo(48, 12);
      context.stroke();
      return;
    }
    context.setTransform(11, 0, 0, -11, 24, 12);
    context.fillStyle = color;
    context.fill(new Path2D(style.path), "evenodd");
  }

  addSearch() {
    const query = byId("query");
    const list = byId("hits");
    const hide = () => { list.hidden = true; };
    const show = () => {
      const found = search(this.model, query.value);
      const rows = found.slice(0, LIST_STEP).map(({kind, index}) => make("li", {},
        make("button", {type: "button", class: "row",
                        onclick: () => { hide(); this.goTo(kind, index); }}, `${kind} ${index}`)));
      if (found.length === 0) rows.push(make("li", {class: "row hint"}, "nothing found"));
      if (found.length > LIST_STEP) {
        rows.push(make("li", {class: "row hint"}, `and ${found.length - LIST_STEP} more`));
      }
      list.replaceChildren(...rows);
      list.hidden = query.value.trim() === "";
      return found;
    };
    query.addEventListener("input", show);
    byId("search").addEventListener("submit", event => {
      event.preventDefault();
      const found = show();
      if (found.length === 0) return this.say("nothing found");
      if (found.length === 1) {
        hide();
        this.goTo(found[0].kind, found[0].index);
      } else {
        this.showAll(found);
      }
    });
    byId("search").addEventListener("keydown", event => {
      if (event.key === "Escape") hide();
    });
    document.addEventListener("pointerdown", event => {
      if (!byId("search").contains(event.target)) hide();
    });
  }

  /** Outlines all that was found, and brings it into view. */
  showAll(found) {
    const box = new Box();
    for (const {kind, index} of found) {
      const own = this.model.box(kind, index);
      if (own) box.add(own.left, own.bottom).add(own.right, own.top);
    }
    this.state.hits = found;
    this.say(`${found.length} found`);
    if (!box.empty) this.view.centre(box);
    this.changed();
  }

  say(text) { byId("status").textContent = text; }

  pick(px, py) {
    const [x, y] = this.view.toMap(px, py);
    if (this.changes && this.changes.pick(x, y)) return;
    const {pixel} = this.painter;
    // What is right at the point comes first, and then what a fingertip covers.
    const reaches = [[0, PICK_PIXELS * pixel]];
    if (this.isTouch) reaches.push([TOUCH_PIXELS * pixel, TOUCH_PIXELS * pixel]);
    for (const [ofMarks, ofElements] of reaches) {
      const finding = pickFinding(this.painter, x, y, ofMarks);
      if (finding >= 0) return this.chooseFinding(finding, false);
      const element = pickElement(this.painter, x, y, ofElements);
      if (element) return this.select(element);
    }
    this.select(pickArea(this.painter, x, y));
  }

  /** True where people point with fingers. */
  get isTouch() { return this.touch.matches; }

  /** Selects what the address names, and brings it to the middle. */
  followAddress(fragment = location.hash) {
    const named = readFragment(fragment);
    if (!named) return;
    const {kind, index} = named;
    if (kind === "finding" && this.data.findings[index]) {
      this.findings.turnOn(this.data.findings[index].severity);
      this.chooseFinding(index);
    } else if (this.model.kinds.includes(kind) && index < this.model.count(kind)) {
      this.goTo(kind, index);
    } else {
      this.details.tell(`The address names ${kind} ${index}, which is not on this page.`);
    }
  }

  /** Selects an element and shows it without moving the map. */
  select(element, finding = -1) {
    this.state.selection = element;
    this.state.finding = finding;
    if (!element && finding < 0) this.state.hits = [];
    this.details.show();
    this.findings.mark();
    keepFragment(fragmentOf(this.state));
    this.say(finding >= 0 ? this.data.findings[finding].message
             : element ? `${element.kind} ${element.index} selected` : "nothing selected");
    this.changed();
  }

  goTo(kind, index) {
    if (index >= this.model.count(kind)) return;
    this.select({kind, index});
    const box = this.model.box(kind, index);
    if (box) this.view.centre(box);
  }

  /** Selects a finding with its element, and brings it to the middle. */
  chooseFinding(index, moves = true) {
    const finding = this.data.findings[index];
    if (!finding) return;
    const known = finding.index !== undefined && finding.index < this.model.count(finding.element);
    this.select(known ? {kind: finding.element, index: finding.index} : null, index);
    if (!moves || finding.x === undefined) return;
    const box = known && this.model.box(finding.element, finding.index);
    if (box) this.view.centre(box);
    this.view.moveTo(finding.x, finding.y);
  }
}

function plural(kind) {
  return {vertex: "vertices", entity: "entities", brush: "brushes", patch: "patches"}[kind] ||
         `${kind}s`;
}

const app = new App(JSON.parse(byId("data").textContent));
/** For the console, and for tests: what is shown and selected. */
globalThis.flatline = app;
