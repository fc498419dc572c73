// decode.js: numbers out of the page's JSON.

/** Little-endian numbers out of base64. `Type` is the constructor of a typed array. */
function decode(Type, text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return new Type(bytes.buffer);
}

/** The typed array of each type of field that has a number for every element. */
const FIELD_ARRAYS = {
  real: Float64Array,
  integer: Int32Array,
  name: Uint32Array,
  index: Uint32Array,
  boolean: Uint8Array,
};

/** What an index says if there is none. */
const NONE = 0xFFFFFFFF;

/** A number for people: without the digits that only tell where the computer rounded. */
function short(value) {
  return String(Math.round(value * 1000) / 1000);
}

/** A box that takes in points. */
class Box {
  constructor(left = Infinity, bottom = Infinity, right = -Infinity, top = -Infinity) {
    this.left = left;
    this.bottom = bottom;
    this.right = right;
    this.top = top;
  }

  add(x, y) {
    if (x < this.left) this.left = x;
    if (x > this.right) this.right = x;
    if (y < this.bottom) this.bottom = y;
    if (y > this.top) this.top = y;
    return this;
  }

  get empty() { return this.left > this.right; }
  get x() { return (this.left + this.right) / 2; }
  get y() { return (this.bottom + this.top) / 2; }
  get width() { return this.right - this.left; }
  get height() { return this.top - this.bottom; }

  meets(other) {
    return this.left <= other.right && this.right >= other.left &&
           this.bottom <= other.top && this.top >= other.bottom;
  }

  holds(x, y) {
    return x >= this.left && x <= this.right && y >= this.bottom && y <= this.top;
  }

  grown(by) {
    return new Box(this.left - by, this.bottom - by, this.right + by, this.top + by);
  }
}
