// flats.js: pictures of floors, as patterns to fill sectors with.

/**
 * The pictures that the page holds: {palette, images: [{name, width, height, pixels or png}]}. Each
 * is decoded when it is first seen: a page opens without them.
 */
class Flats {
  /** `changed` is called when a picture is ready. */
  constructor({palette, images}, changed) {
    this.colors = palette ? decode(Uint8Array, palette) : null;
    this.sources = new Map(images.map(image => [image.name, image]));
    this.changed = changed;
    this.images = new Map();
    this.patterns = new Map();
  }

  /** What can be drawn of a picture; null while a PNG is being decoded, and of what is none. */
  image(name) {
    if (!this.images.has(name)) {
      const source = this.sources.get(name);
      this.images.set(name, source?.pixels === undefined ? null : this.fromPixels(source));
      if (source?.png !== undefined) this.load(name, source.png);
    }
    return this.images.get(name);
  }

  load(name, png) {
    const element = new Image();
    element.src = `data:image/png;base64,${png}`;
    element.decode().then(() => {
      this.images.set(name, element);
      this.changed();
    }, () => {});
  }

  /** A canvas of colours by their numbers in the palette. */
  fromPixels({width, height, pixels}) {
    const {colors} = this;
    const numbers = decode(Uint8Array, pixels);
    const canvas = make("canvas", {width, height});
    const context = canvas.getContext("2d");
    const image = context.createImageData(width, height);
    numbers.forEach((number, i) => {
      for (let part = 0; part < 3; ++part) image.data[4 * i + part] = colors[3 * number + part];
      image.data[4 * i + 3] = 255;
    });
    context.putImageData(image, 0, 0);
    return canvas;
  }

  /**
   * A pattern for a painter's canvas, or null. As in the game, the corner of a picture lies at the
   * map's origin, whatever the sector.
   */
  pattern(painter, name) {
    if (!this.patterns.has(name)) {
      const image = this.image(name);
      if (!image) return null;
      const pattern = painter.context.createPattern(image, "repeat");
      // Rows of the picture go down, y goes up.
      pattern.setTransform(new DOMMatrix([1, 0, 0, -1, -painter.originX, -painter.originY]));
      this.patterns.set(name, pattern);
    }
    return this.patterns.get(name);
  }
}
