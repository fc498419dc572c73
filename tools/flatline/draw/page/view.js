// view.js: which part of the map is on the screen.

/** Scale is pixels a map unit; (x, y) is the map's point in the middle of the canvas. */
class View {
  constructor(canvas, bounds, changed) {
    this.canvas = canvas;
    this.bounds = bounds;
    this.changed = changed;
    this.width = this.height = 1;
    this.scale = 1;
    this.x = bounds.x;
    this.y = bounds.y;
    this.fitted = true;
  }

  /** The scale at which all of the map is seen. */
  get fitScale() {
    return Math.min(this.width / this.bounds.width, this.height / this.bounds.height);
  }

  resize(width, height) {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    if (this.fitted) this.fit(); else this.changed();
  }

  fit() {
    this.x = this.bounds.x;
    this.y = this.bounds.y;
    this.scale = this.fitScale;
    this.fitted = true;
    this.changed();
  }

  toMap(px, py) {
    return [this.x + (px - this.width / 2) / this.scale,
            this.y - (py - this.height / 2) / this.scale];
  }

  toScreen(x, y) {
    return [this.width / 2 + (x - this.x) * this.scale,
            this.height / 2 - (y - this.y) * this.scale];
  }

  /** What is seen, in map units. */
  get box() {
    const dx = this.width / 2 / this.scale;
    const dy = this.height / 2 / this.scale;
    return new Box(this.x - dx, this.y - dy, this.x + dx, this.y + dy);
  }

  /** Moves the map by pixels. */
  pan(dx, dy) {
    this.moveTo(this.x - dx / this.scale, this.y + dy / this.scale);
  }

  moveTo(x, y) {
    this.x = Math.min(this.bounds.right, Math.max(this.bounds.left, x));
    this.y = Math.min(this.bounds.top, Math.max(this.bounds.bottom, y));
    this.fitted = false;
    this.changed();
  }

  /** Zooms so that the map's point at a pixel stays there. */
  zoomAt(px, py, factor) {
    const [x, y] = this.toMap(px, py);
    const least = this.fitScale / 4;
    const most = Math.max(64, this.fitScale * 8);
    this.scale = Math.min(most, Math.max(least, this.scale * factor));
    this.moveTo(x - (px - this.width / 2) / this.scale, y + (py - this.height / 2) / this.scale);
  }

  /** Brings a box to the middle, near enough to see what it is. */
  centre(box) {
    const near = Math.max(this.fitScale, 0.5 * Math.min(
      this.width / Math.max(box.width, 256), this.height / Math.max(box.height, 256)));
    if (this.scale < near || box.width * this.scale > this.width * 0.9 ||
        box.height * this.scale > this.height * 0.9) {
      this.scale = near;
    }
    this.moveTo(box.x, box.y);
  }
}
