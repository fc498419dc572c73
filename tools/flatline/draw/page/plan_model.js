// plan_model.js: a Doom 3 map: brushes and patches seen from above, and entities.

/** See MapModel. */
class PlanModel {
  constructor(data) {
    this.isPlan = true;
    this.kinds = ["entity", "brush", "patch"];
    this.entities = data.entities;
    this.brushes = data.brushes;
    this.patches = data.patches;
    this.materials = data.materials;
    const shapes = data.shapes;
    this.isPatch = decode(Uint8Array, shapes.isPatch);
    this.shapeIndices = decode(Uint32Array, shapes.indices);
    this.firstRings = decode(Uint32Array, shapes.firstRings);
    this.ringCounts = decode(Uint32Array, shapes.ringCounts);
    this.heights = decode(Float64Array, shapes.heights);
    this.ringRows = decode(Uint32Array, shapes.rings);
    this.points = decode(Float64Array, shapes.points);
    // The shape of each brush and patch, and the box of each shape.
    this.shapeOf = {brush: new Map(), patch: new Map()};
    this.shapeBoxes = [];
    for (let i = 0; i < this.shapeIndices.length; ++i) {
      this.shapeOf[this.shapeKind(i)].set(this.shapeIndices[i], i);
      const box = new Box();
      this.eachRing(i, (first, last) => {
        for (let k = first; k < last; ++k) box.add(this.points[2 * k], this.points[2 * k + 1]);
      });
      this.shapeBoxes.push(box);
    }
    // Entities with a place of their own, as things are.
    this.placed = [];
    this.entities.forEach((entity, index) => {
      if (entity.kind !== undefined) this.placed.push(index);
    });
    this.thingX = Float64Array.from(this.placed, index => this.entities[index].x);
    this.thingY = Float64Array.from(this.placed, index => this.entities[index].y);
    this.thingAngle = Float64Array.from(this.placed, index => this.entities[index].angle);
    this.thingKinds = Uint8Array.from(this.placed, index => this.entities[index].kind);
  }

  shapeKind(shape) { return this.isPatch[shape] ? "patch" : "brush"; }

  count(kind) {
    return {entity: this.entities, brush: this.brushes, patch: this.patches}[kind]?.length || 0;
  }

  /** Calls `visit(first, last)` for each ring of a shape, with the range of its points. */
  eachRing(shape, visit) {
    const first = this.firstRings[shape];
    for (let ring = first; ring < first + this.ringCounts[shape]; ++ring) {
      visit(this.ringRows[ring], this.ringRows[ring + 1]);
    }
  }

  box(kind, index) {
    if (kind === "entity") {
      const {x, y} = this.entities[index];
      return x === undefined ? null : new Box().add(x, y);
    }
    const shape = this.shapeOf[kind]?.get(index);
    if (shape === undefined || this.shapeBoxes[shape].empty) return null;
    return this.shapeBoxes[shape];
  }

  /** The highest shape over a point that begins below `cut`, or -1. */
  shapeAt(x, y, cut) {
    for (let i = this.shapeIndices.length - 1; i >= 0; --i) {
      if (this.heights[2 * i] > cut || !this.shapeBoxes[i].holds(x, y)) continue;
      let found = false;
      this.eachRing(i, (first, last) => {
        let inside = false;
        for (let k = first, before = last - 1; k < last; before = k++) {
          const ax = this.points[2 * before], ay = this.points[2 * before + 1];
          const bx = this.points[2 * k], by = this.points[2 * k + 1];
          if ((ay > y) !== (by > y) && ax + (y - ay) / (by - ay) * (bx - ax) > x) inside = !inside;
        }
        found = found || inside;
      });
      if (found) return i;
    }
    return -1;
  }

  fields(kind, index) {
    if (kind === "entity") return this.entities[index].keys.map(([key, value]) => [key, value]);
    const primitive = (kind === "brush" ? this.brushes : this.patches)[index];
    const rows = [
      ["kind", primitive.kind],
      ["entity", `entity ${primitive.entity}`, {kind: "entity", index: primitive.entity}],
      ["primitive", String(primitive.primitive)],
    ];
    const shape = this.shapeOf[kind].get(index);
    if (shape !== undefined) {
      const [low, high] = this.heights.subarray(2 * shape, 2 * shape + 2);
      rows.push(["z", `${short(low)} to ${short(high)}`]);
    }
    if (kind === "patch") {
      rows.push(["size", `${primitive.width} by ${primitive.height}`]);
      rows.push(["material", this.materials[primitive.material]]);
    } else {
      primitive.sides.forEach((side, i) => rows.push([`side ${i}`, this.materials[side]]));
    }
    return rows;
  }

  withTag() { return []; }
  withValue() { return []; }

  /** Entities with a text in one of their values. */
  withText(text) {
    const found = [];
    this.entities.forEach((entity, index) => {
      const has = entity.keys.some(([, value]) => value.toLowerCase().includes(text));
      if (has) found.push({kind: "entity", index});
    });
    return found;
  }
}
