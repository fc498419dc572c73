// model.js: a map of vertices, lines, sides, sectors and things.

/** The elements of one kind: a value of each standard field, and lists of the other fields. */
class ElementTable {
  constructor(table) {
    this.count = table.count;
    this.fields = table.fields.map(({name, type, values}) =>
      ({name, type, values: decode(FIELD_ARRAYS[type], values)}));
    this.flags = table.flags ? decode(Uint32Array, table.flags) : null;
    this.flagNames = table.flagNames || [];
    this.columns = table.columns.map(({name, type, elements, values}) => ({
      name, type,
      elements: decode(Uint32Array, elements),
      values: Array.isArray(values) ? values : decode(FIELD_ARRAYS[type], values),
    }));
    this.unknown = new Map();
    for (const [index, name, value] of table.unknown) {
      if (!this.unknown.has(index)) this.unknown.set(index, []);
      this.unknown.get(index).push([name, value]);
    }
  }

  /** The array of a standard field. */
  values(name) {
    return this.fields.find(field => field.name === name).values;
  }

  /** Calls `visit(id, index)` for the tag or id of each element, and then for those of moreids. */
  eachId(visit) {
    this.values("id").forEach(visit);
    const more = this.columns.find(column => column.name === "moreids");
    more?.elements.forEach((index, i) => {
      for (const id of more.values[i]) visit(id, index);
    });
  }

  /** The value that a column gives an element, or undefined. */
  columnValue(column, index) {
    let low = 0;
    let high = column.elements.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (column.elements[middle] < index) low = middle + 1; else high = middle;
    }
    return column.elements[low] === index ? column.values[low] : undefined;
  }
}

/** Which kind of element an index field names. */
const INDEX_KINDS = {
  v1: "vertex", v2: "vertex", sidefront: "sidedef", sideback: "sidedef", sector: "sector",
};

/** More arrows from lines to sectors would hide the map, and take too long. */
const MOST_ARROWS = 20000;

/**
 * What the page knows of a map. Every model has: kinds (with counts), places, boxes, fields, what
 * lies under a point, and elements by number. A place or box of null says that an element has none.
 */
class MapModel {
  constructor(data) {
    this.isPlan = false;
    this.names = data.names;
    this.tables = {};
    for (const kind of ["vertex", "linedef", "sidedef", "sector", "thing"]) {
      this.tables[kind] = new ElementTable(data.elements[kind]);
    }
    this.kinds = Object.keys(this.tables);
    const {vertex, linedef, sidedef, sector, thing} = this.tables;
    this.x = vertex.values("x");
    this.y = vertex.values("y");
    this.v1 = linedef.values("v1");
    this.v2 = linedef.values("v2");
    this.sideSector = sidedef.values("sector");
    this.front = linedef.values("sidefront");
    this.back = linedef.values("sideback");
    this.thingX = thing.values("x");
    this.thingY = thing.values("y");
    this.thingAngle = thing.values("angle");
    this.floor = sector.values("heightfloor");
    this.ceiling = sector.values("heightceiling");
    this.light = sector.values("lightlevel");
    this.tag = sector.values("id");
    this.floorNames = sector.values("texturefloor");
    this.lineTags = data.lineTags ? decode(Int32Array, data.lineTags) : new Int32Array(linedef.count);
    this.lineKinds = decode(Uint8Array, data.lineKinds);
    this.thingKinds = decode(Uint8Array, data.thingKinds);
    this.ringRows = decode(Uint32Array, data.outlines.rings);
    this.sectorRings = decode(Uint32Array, data.outlines.sectors);
    this.ringVertices = decode(Uint32Array, data.outlines.vertices);
    this.slopes = data.slopes;
    this.subsectors = data.subsectors && {
      format: data.subsectors.format,
      rows: decode(Uint32Array, data.subsectors.rows),
      points: decode(Float64Array, data.subsectors.points),
    };
    this.blockmap = data.blockmap && {
      ...data.blockmap, counts: decode(Uint16Array, data.blockmap.counts),
    };
    this.sectorBoxes = this.makeSectorBoxes();
    this.sideLines = new Uint32Array(sidedef.count).fill(NONE);
    for (let i = 0; i < linedef.count; ++i) {
      this.sideLines[this.front[i]] = i;
      if (this.back[i] !== NONE) this.sideLines[this.back[i]] = i;
    }
  }

  /** The name of a sector's floor, as pictures of flats are called. */
  floorName(sector) { return this.names[this.floorNames[sector]].toUpperCase(); }

  /** The sectors of each tag, moreids included, that have a place. */
  get taggedSectors() {
    if (this.sectorsByTag) return this.sectorsByTag;
    const byTag = this.sectorsByTag = new Map();
    this.tables.sector.eachId((tag, sector) => {
      if (this.sectorBoxes[sector].empty) return;
      if (!byTag.has(tag)) byTag.set(tag, new Set());
      byTag.get(tag).add(sector);
    });
    return byTag;
  }

  /** How many arrows there would be from lines to sectors. */
  get tagCount() {
    let count = 0;
    for (const tag of this.lineTags) {
      if (tag !== 0) count += this.taggedSectors.get(tag)?.size || 0;
    }
    return count;
  }

  /**
   * From the middle of each line whose special names a tag to a point in each sector that has it;
   * MOST_ARROWS of them.
   */
  get tagArrows() {
    if (this.arrows) return this.arrows;
    this.arrows = [];
    for (let line = 0; line < this.lineTags.length && this.arrows.length < MOST_ARROWS; ++line) {
      if (this.lineTags[line] === 0) continue;
      const from = this.lineBox(line);
      for (const sector of this.taggedSectors.get(this.lineTags[line]) || []) {
        const [toX, toY] = this.pointIn(sector);
        this.arrows.push({line, sector, fromX: from.x, fromY: from.y, toX, toY});
        if (this.arrows.length === MOST_ARROWS) break;
      }
    }
    return this.arrows;
  }

  /** A point in a sector: the middle of its box, or else one beside one of its lines. */
  pointIn(sector) {
    this.points ||= new Map();
    if (!this.points.has(sector)) this.points.set(sector, this.findPointIn(sector));
    return this.points.get(sector);
  }

  findPointIn(sector) {
    const box = this.sectorBoxes[sector];
    if (this.isInside(sector, box.x, box.y)) return [box.x, box.y];
    let found = null;
    this.eachRing(sector, ring => {
      for (let k = 0; k < ring.length && !found; ++k) {
        const [a, b] = [ring[k], ring[(k + 1) % ring.length]];
        const [dx, dy] = [this.x[b] - this.x[a], this.y[b] - this.y[a]];
        const length = Math.hypot(dx, dy);
        if (length === 0) continue;
        for (const by of [4, -4, 1, -1]) {
          const x = (this.x[a] + this.x[b]) / 2 + dy / length * by;
          const y = (this.y[a] + this.y[b]) / 2 - dx / length * by;
          if (this.isInside(sector, x, y)) found = [x, y];
        }
      }
    });
    return found || [box.x, box.y];
  }

  count(kind) { return this.tables[kind] ? this.tables[kind].count : 0; }

  makeSectorBoxes() {
    const boxes = [];
    for (let i = 0; i < this.tables.sector.count; ++i) {
      const box = new Box();
      const first = this.ringRows[this.sectorRings[i]];
      const last = this.ringRows[this.sectorRings[i + 1]];
      for (let k = first; k < last; ++k) {
        box.add(this.x[this.ringVertices[k]], this.y[this.ringVertices[k]]);
      }
      boxes.push(box);
    }
    return boxes;
  }

  lineBox(index) {
    return new Box().add(this.x[this.v1[index]], this.y[this.v1[index]])
                    .add(this.x[this.v2[index]], this.y[this.v2[index]]);
  }

  box(kind, index) {
    switch (kind) {
      case "vertex": return new Box().add(this.x[index], this.y[index]);
      case "linedef": return this.lineBox(index);
      case "thing": return new Box().add(this.thingX[index], this.thingY[index]);
      case "sidedef":
        return this.sideLines[index] === NONE ? null : this.lineBox(this.sideLines[index]);
      case "sector":
        return this.sectorBoxes[index].empty ? null : this.sectorBoxes[index];
      default: return null;
    }
  }

  /** Calls `visit(points)` for each ring of a sector, points as vertices. */
  eachRing(sector, visit) {
    for (let ring = this.sectorRings[sector]; ring < this.sectorRings[sector + 1]; ++ring) {
      visit(this.ringVertices.subarray(this.ringRows[ring], this.ringRows[ring + 1]));
    }
  }

  /** True if a point lies in a sector by the even-odd rule. */
  isInside(sector, x, y) {
    let inside = false;
    this.eachRing(sector, ring => {
      for (let k = 0, last = ring.length - 1; k < ring.length; last = k++) {
        const ax = this.x[ring[last]], ay = this.y[ring[last]];
        const bx = this.x[ring[k]], by = this.y[ring[k]];
        if ((ay > y) !== (by > y) && ax + (y - ay) / (by - ay) * (bx - ax) > x) inside = !inside;
      }
    });
    return inside;
  }

  /** The sector around a point by the even-odd rule: of several the smallest; -1 for none. */
  sectorAt(x, y) {
    let found = -1;
    let least = Infinity;
    for (let i = 0; i < this.sectorBoxes.length; ++i) {
      const box = this.sectorBoxes[i];
      if (!box.holds(x, y) || box.width * box.height >= least) continue;
      if (this.isInside(i, x, y)) {
        found = i;
        least = box.width * box.height;
      }
    }
    return found;
  }

  /** The fields of an element: [name, value in words, link or undefined]. */
  fields(kind, index) {
    const table = this.tables[kind];
    const rows = table.fields.map(({name, type, values}) => {
      const value = values[index];
      if (type === "name") return [name, this.names[value]];
      if (type !== "index") return [name, String(value)];
      if (value === NONE) return [name, "none"];
      return [name, `${INDEX_KINDS[name]} ${value}`, {kind: INDEX_KINDS[name], index: value}];
    });
    if (table.flags) {
      const set = table.flagNames.filter(([bit]) => table.flags[index] & bit);
      rows.push(["flags", set.map(([, name]) => name).join(", ") || "none"]);
    }
    for (const column of table.columns) {
      const value = table.columnValue(column, index);
      if (value === undefined) continue;
      const words = column.type === "boolean" ? value !== 0 : value;
      rows.push([column.name, Array.isArray(words) ? words.join(" ") : String(words)]);
    }
    for (const [name, value] of table.unknown.get(index) || []) rows.push([name, String(value)]);
    return rows.concat(this.moreRows(kind, index));
  }

  /** What follows from the fields. */
  moreRows(kind, index) {
    if (kind === "sidedef") {
      const line = this.sideLines[index];
      if (line === NONE) return [["used by", "no line"]];
      return [["used by", `linedef ${line}`, {kind: "linedef", index: line}]];
    }
    if (kind !== "sector") return [];
    return this.slopes.filter(slope => slope.sector === index).map(slope => [
      slope.ceiling ? "ceiling slopes" : "floor slopes",
      `by ${slope.from}${slope.index === undefined ? "" : " " + slope.index}: ` +
        slope.plane.map(short).join(" "),
    ]);
  }

  /** Elements of all kinds that have a number as tag or id, moreids included. */
  withTag(number) {
    const found = [];
    for (const kind of ["sector", "linedef", "thing"]) {
      const indices = new Set();
      this.tables[kind].eachId((id, index) => { if (id === number) indices.add(index); });
      for (const index of [...indices].sort((a, b) => a - b)) found.push({kind, index});
    }
    return found;
  }

  /** Elements of some kinds whose field has a number. */
  withValue(kinds, field, number) {
    const found = [];
    for (const kind of kinds) {
      const values = this.tables[kind].values(field);
      for (let i = 0; i < values.length; ++i) {
        if (values[i] === number) found.push({kind, index: i});
      }
    }
    return found;
  }

  withText() { return []; }
}
