// painter.js: draws what is visible. Paths are made when they are first seen, in map units around
// the middle of the map, because canvases count in floats.

/** Colours of tags: those of Okabe and Ito, without black. */
const TAG_COLORS = ["#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7"];

/** Half the size of a thing: in map units, and at least and at most so many pixels. */
const THING_UNITS = 16;
const THING_PIXELS = 4;
const THING_MOST_PIXELS = 14;
/** Of marks, by severity; where all of the map is seen they are smaller. */
const MARK_PIXELS = [6, 8, 10];
const FAR_MARKS = 0.6;

/** How much black lies over a sector without light in the layer of brightness. */
const DARKEST = 0.85;

/** With more lines in sight, dashes are too small to be seen and take too long. */
const MOST_DASHED = 12000;

class Painter {
  constructor(canvas, view, model, data, state) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.view = view;
    this.model = model;
    this.styles = data.styles;
    this.findings = data.findings;
    this.state = state;
    this.dark = false;
    this.originX = view.bounds.x;
    this.originY = view.bounds.y;
    this.flats = data.flats ? new Flats(data.flats, view.changed) : null;
    this.shades = new Map();
    this.glyphs = this.styles.things.map(style => new Path2D(style.path));
    this.markGlyphs = this.styles.marks.map(style => new Path2D(style.path));
    // The first ring is the shape, the others are cut out of it.
    this.markShapes = this.styles.marks.map(({path}) => new Path2D(path.slice(0, path.indexOf("Z") + 1)));
    const bounds = view.bounds;
    this.things = new Tiles(bounds, model.thingX.length,
                            i => new Box().add(model.thingX[i], model.thingY[i]));
    if (model.isPlan) {
      this.areaPaths = new Array(model.shapeIndices.length);
    } else {
      this.areaPaths = new Array(model.count("sector"));
      this.lines = new Tiles(bounds, model.count("linedef"), i => model.lineBox(i));
    }
  }

  color(style) { return this.dark ? style.dark : style.light; }

  /** Lengths are map units from here on. */
  useMap() {
    const {view, context} = this;
    const ratio = this.canvas.width / view.width;
    const scale = ratio * view.scale;
    context.setTransform(scale, 0, 0, -scale,
                         ratio * (view.width / 2 - (view.x - this.originX) * view.scale),
                         ratio * (view.height / 2 + (view.y - this.originY) * view.scale));
    this.pixel = 1 / view.scale;
  }

  draw() {
    const {context, model} = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.lineCap = context.lineJoin = "round";
    this.seen = this.view.box;
    const {color, backgroundColor} = getComputedStyle(this.canvas);
    this.accent = color;
    this.ground = backgroundColor;
    this.useMap();
    if (model.isPlan) {
      this.drawShapes();
    } else {
      this.drawSectors();
      drawGrid(this);
      drawBlockmap(this);
      drawSubsectors(this);
      this.drawLines();
      drawFronts(this);
      drawSlopes(this);
      drawVertices(this);
    }
    this.drawThings();
    if (!model.isPlan) drawTags(this);
    this.drawChosen();
    this.drawMarks();
    context.globalAlpha = 1;
    context.setLineDash([]);
  }

  /** The step of the ramp of each value: by its rank among all values. */
  ranks(name, values) {
    if (!this.shades.has(name)) {
      const distinct = [...new Set(values)].sort((a, b) => a - b);
      const steps = this.styles.ramp.length - 1;
      const rank = new Map(distinct.map((value, i) => [
        value, distinct.length < 2 ? steps >> 1 : Math.floor(i * steps / (distinct.length - 1))]));
      this.shades.set(name, Uint8Array.from(values, value => rank.get(value)));
    }
    return this.shades.get(name);
  }

  /** The light of a sector, from 0 to 255. */
  lightLevel(index) { return Math.max(0, Math.min(255, this.model.light[index])); }

  /** The colour of a sector, or null for none. */
  sectorColor(index) {
    const {model, state, styles} = this;
    switch (state.fill) {
      case "floor": return styles.ramp[this.ranks("floor", model.floor)[index]];
      case "ceiling": return styles.ramp[this.ranks("ceiling", model.ceiling)[index]];
      case "light": {
        const level = this.lightLevel(index);
        return `rgb(${level} ${level} ${level})`;
      }
      case "tag": {
        const tag = model.tag[index];
        return tag === 0 ? null : TAG_COLORS[Math.abs(tag) % TAG_COLORS.length];
      }
      case "flat": return this.flats ? this.flats.pattern(this, model.floorName(index)) : null;
      default: return null;
    }
  }

  sectorPath(index) {
    if (!this.areaPaths[index]) {
      const {model} = this;
      const path = new Path2D();
      model.eachRing(index, ring => {
        ring.forEach((vertex, i) => {
          const x = model.x[vertex] - this.originX;
          const y = model.y[vertex] - this.originY;
          if (i === 0) path.moveTo(x, y); else path.lineTo(x, y);
        });
        path.closePath();
      });
      this.areaPaths[index] = path;
    }
    return this.areaPaths[index];
  }

  drawSectors() {
    const {context, model, state, seen} = this;
    if (state.fill === "none" && !state.brightness) return;
    const alpha = {light: 0.75, flat: 0.8}[state.fill] || 0.45;
    const tiny = this.pixel / 2;
    model.sectorBoxes.forEach((box, i) => {
      if (!box.meets(seen) || (box.width < tiny && box.height < tiny)) return;
      const color = this.sectorColor(i);
      if (color !== null) {
        context.globalAlpha = alpha;
        context.fillStyle = color;
        context.fill(this.sectorPath(i), "evenodd");
      }
      if (!state.brightness) return;
      context.globalAlpha = (1 - this.lightLevel(i) / 255) * DARKEST;
      context.fillStyle = "#000000";
      context.fill(this.sectorPath(i), "evenodd");
    });
    context.globalAlpha = 1;
  }

  /** One path for the lines of a kind in a cell. */
  linePaths(cell) {
    if (cell.paths.length === 0) {
      const {model} = this;
      cell.paths = this.styles.lines.map(() => null);
      for (const line of cell.items) {
        const kind = model.lineKinds[line];
        const path = cell.paths[kind] ||= new Path2D();
        path.moveTo(model.x[model.v1[line]] - this.originX, model.y[model.v1[line]] - this.originY);
        path.lineTo(model.x[model.v2[line]] - this.originX, model.y[model.v2[line]] - this.originY);
      }
    }
    return cell.paths;
  }

  /** True where floors have colours on which lines would be lost without a border. */
  get needsHalo() { return this.state.fill === "flat" || this.state.brightness; }

  drawLines() {
    const {context, state, pixel} = this;
    const cells = this.lines.visible(this.seen);
    const dashed = cells.reduce((sum, cell) => sum + cell.items.length, 0) < MOST_DASHED;
    // What matters most comes first in the table and is drawn last.
    for (let kind = this.styles.lines.length - 1; kind >= 0; --kind) {
      if (!state.lines[kind]) continue;
      const style = this.styles.lines[kind];
      const paths = cells.map(cell => this.linePaths(cell)[kind]).filter(path => path);
      if (this.needsHalo) {
        context.globalAlpha = 0.7;
        context.strokeStyle = this.ground;
        context.lineWidth = (style.width + 1.4) * pixel;
        context.setLineDash([]);
        for (const path of paths) context.stroke(path);
        context.globalAlpha = 1;
      }
      context.strokeStyle = this.color(style);
      context.lineWidth = style.width * pixel;
      context.setLineDash(dashed && style.dash ? [style.dash * pixel, style.gap * pixel] : []);
      for (const path of paths) context.stroke(path);
    }
    context.setLineDash([]);
  }

  shapePath(shape) {
    if (!this.areaPaths[shape]) {
      const {points} = this.model;
      const path = new Path2D();
      this.model.eachRing(shape, (first, last) => {
        for (let k = first; k < last; ++k) {
          const x = points[2 * k] - this.originX;
          const y = points[2 * k + 1] - this.originY;
          if (k === first) path.moveTo(x, y); else path.lineTo(x, y);
        }
        path.closePath();
      });
      this.areaPaths[shape] = path;
    }
    return this.areaPaths[shape];
  }

  drawShapes() {
    const {context, model, state, seen} = this;
    const tops = this.ranks("top", model.heights.filter((_, i) => i % 2 === 1));
    context.strokeStyle = this.dark ? "#B0B0B0" : "#404040";
    model.shapeBoxes.forEach((box, i) => {
      if (!state.shapes[model.isPatch[i]] || model.heights[2 * i] > state.cut) return;
      if (!box.meets(seen)) return;
      const path = this.shapePath(i);
      context.globalAlpha = 0.2;
      context.fillStyle = this.styles.ramp[tops[i]];
      context.fill(path);
      context.globalAlpha = 0.8;
      context.lineWidth = 0.6 * this.pixel;
      context.setLineDash(model.isPatch[i] ? [4 * this.pixel, 2 * this.pixel] : []);
      context.stroke(path);
    });
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  /** Draws a glyph of one unit around a point, `size` map units large. */
  glyph(path, x, y, size, angle, fill, line) {
    const {context} = this;
    context.save();
    context.translate(x - this.originX, y - this.originY);
    if (angle) context.rotate(angle * Math.PI / 180);
    context.scale(size, size);
    context.fillStyle = fill;
    context.fill(path, "evenodd");
    context.strokeStyle = line;
    // A border as thick as the glyph would hide its colour.
    context.lineWidth = Math.min(0.15, this.pixel / size);
    context.stroke(path);
    context.restore();
  }

  /** Draws a mark: its sign is cut out of it, and lies on the ground's colour. */
  mark(severity, x, y, size, line) {
    const {context} = this;
    context.save();
    context.translate(x - this.originX, y - this.originY);
    context.scale(size, size);
    context.strokeStyle = line;
    context.lineWidth = Math.min(0.3, 2.5 * this.pixel / size);
    context.stroke(this.markShapes[severity]);
    context.fillStyle = this.ground;
    context.fill(this.markShapes[severity]);
    context.fillStyle = this.color(this.styles.marks[severity]);
    context.fill(this.markGlyphs[severity], "evenodd");
    context.restore();
  }

  get thingSize() {
    if (this.model.isPlan) return THING_PIXELS * 1.5 * this.pixel;
    return Math.min(THING_MOST_PIXELS * this.pixel, Math.max(THING_UNITS, THING_PIXELS * this.pixel));
  }

  drawThings() {
    const {model, state, styles} = this;
    const size = this.thingSize;
    const line = this.dark ? "#000000" : "#FFFFFF";
    for (const cell of this.things.visible(this.seen.grown(size))) {
      for (const i of cell.items) {
        const kind = model.thingKinds[i];
        if (!state.things[kind]) continue;
        const style = styles.things[kind];
        this.glyph(this.glyphs[kind], model.thingX[i], model.thingY[i], size,
                   style.turns ? model.thingAngle[i] : 0, this.color(style), line);
      }
    }
  }

  /** Half the size of a mark, in map units. */
  markSize(severity) {
    const nearness = Math.min(1, Math.max(0, Math.log2(this.view.scale / this.view.fitScale) / 3));
    return MARK_PIXELS[severity] * this.pixel * (FAR_MARKS + (1 - FAR_MARKS) * nearness);
  }

  drawMarks() {
    const {state, styles, seen} = this;
    const line = this.dark ? "#FFFFFF" : "#000000";
    // Errors last, over the rest.
    for (let severity = 0; severity < styles.marks.length; ++severity) {
      if (!state.severities[severity]) continue;
      const size = this.markSize(severity);
      const near = seen.grown(size);
      for (const finding of this.findings) {
        if (finding.severity !== severity || finding.x === undefined) continue;
        if (!near.holds(finding.x, finding.y)) continue;
        this.mark(severity, finding.x, finding.y, size, line);
      }
    }
  }

  /** What was searched for, and over it what is selected. */
  drawChosen() {
    const {context, state, pixel} = this;
    context.strokeStyle = this.accent;
    context.setLineDash([4 * pixel, 4 * pixel]);
    for (const {kind, index} of state.hits) this.outline(kind, index, 3 * pixel);
    context.setLineDash([]);
    const finding = this.findings[state.finding];
    // On a border of the ground's colour it stands out from any line.
    for (const [color, more] of [[this.ground, 4 * pixel], [this.accent, 0]]) {
      context.strokeStyle = color;
      if (state.selection) {
        this.outline(state.selection.kind, state.selection.index, 5 * pixel + more);
      }
      if (finding && finding.x !== undefined) {
        this.ring(finding.x, finding.y, 18 * pixel, 3 * pixel + more);
      }
    }
  }

  ring(x, y, radius, width) {
    const {context} = this;
    context.lineWidth = width;
    context.beginPath();
    context.arc(x - this.originX, y - this.originY, radius, 0, 2 * Math.PI);
    context.stroke();
  }

  outline(kind, index, width) {
    const {context, model} = this;
    const box = model.box(kind, index);
    if (!box || !box.grown(20 * this.pixel).meets(this.seen)) return;
    context.lineWidth = width;
    if (kind === "sector") {
      context.stroke(this.sectorPath(index));
    } else if (kind === "brush" || kind === "patch") {
      context.stroke(this.shapePath(model.shapeOf[kind].get(index)));
    } else if (kind === "linedef" || kind === "sidedef") {
      const line = kind === "linedef" ? index : model.sideLines[index];
      context.beginPath();
      for (const vertex of [model.v1[line], model.v2[line]]) {
        context.lineTo(model.x[vertex] - this.originX, model.y[vertex] - this.originY);
      }
      context.stroke();
    } else {
      const radius = kind === "vertex" ? 8 * this.pixel : this.thingSize * 1.4;
      this.ring(box.x, box.y, Math.max(radius, 8 * this.pixel), width);
    }
  }
}
