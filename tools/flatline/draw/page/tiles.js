// tiles.js: a grid over the map, so that drawing and picking look at what is near only.

/**
 * Puts each item into the cell that holds the middle of its box. The box of a cell grows to hold
 * its items, so a long line is found from wherever it passes.
 */
class Tiles {
  /** `boxOf(i)`: the Box of item i, or null for one without a place. */
  constructor(bounds, count, boxOf) {
    const perCell = 96;
    this.size = Math.min(48, Math.max(1, Math.ceil(Math.sqrt(count / perCell))));
    const cells = new Map();
    for (let i = 0; i < count; ++i) {
      const box = boxOf(i);
      if (!box || box.empty) continue;
      const column = this.step(box.x, bounds.left, bounds.width);
      const key = this.step(box.y, bounds.bottom, bounds.height) * this.size + column;
      let cell = cells.get(key);
      if (!cell) cells.set(key, cell = {box: new Box(), items: [], paths: []});
      cell.items.push(i);
      cell.box.add(box.left, box.bottom).add(box.right, box.top);
    }
    this.cells = [...cells.values()];
  }

  step(value, low, extent) {
    return Math.max(0, Math.min(this.size - 1, Math.floor((value - low) / extent * this.size)));
  }

  /** The cells that a box meets. */
  visible(box) {
    return this.cells.filter(cell => cell.box.meets(box));
  }
}
