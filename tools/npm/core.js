// core.js: files, maps and their arrays, over the WebAssembly module. index.js and node.js say where
// the module's bytes come from.
import FlatlineModule from "./module.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What went wrong in a call; `code` is the exit code of the program, or null. */
export class FlatlineError extends Error {
  constructor(message, code = null) {
    super(message);
    this.name = "FlatlineError";
    this.code = code;
  }
}

let compiled = null;             // a promise of the WebAssembly.Module
let find = async () => { throw new FlatlineError("init() says where flatline.wasm is"); };

/** For index.js and node.js: how the module is found where nobody calls init. */
export function setFinder(finder) { find = finder; }

/** Compiles what was given: bytes, a Response, or a module that is compiled already. */
async function compile(source) {
  const given = await source;
  if (given instanceof WebAssembly.Module) return given;
  if (typeof Response !== "undefined" && given instanceof Response) {
    if (!given.ok) throw new FlatlineError(`${given.url}: ${given.status}`);
    return WebAssembly.compile(await given.arrayBuffer());
  }
  return WebAssembly.compile(given);
}

/** Compiles the module, once. Without a source it is the file flatline.wasm beside this one. */
export function init(source) {
  if (source !== undefined) {
    compiled = compile(source);
  } else if (compiled === null) {
    compiled = compile(find());
    // A download that failed may be tried again.
    compiled.catch(() => { compiled = null; });
  }
  return compiled.then(() => undefined);
}

/** What is written to a descriptor, piece by piece. */
class Written {
  constructor() { this.pieces = []; }
  add(piece) { this.pieces.push(piece.slice()); }
  /** All of it as text; it is then empty. */
  take() {
    const bytes = new Uint8Array(this.pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of this.pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    this.pieces = [];
    return decoder.decode(bytes);
  }
}

/** One instance of the module: the program with files and memory of its own. */
export class Instance {
  /** `hears`: {out, err}, functions that get what is written in place of it being kept. */
  static async start(hears = null) {
    await init();
    const module = await compiled;
    return new Promise((done, failed) => {
      FlatlineModule({
        noInitialRun: true,
        instantiateWasm: (imports, take) => {
          WebAssembly.instantiate(module, imports).then(instance => take(instance, module)).catch(failed);
          return {};
        },
      }).then(started => done(new Instance(started, hears)), failed);
    });
  }

  constructor(module, hears) {
    this.module = module;
    this.fs = module.FS;
    this.ended = false;
    this.out = new Written();
    this.err = new Written();
    this.#listen(1, hears ? hears.out : piece => this.out.add(piece));
    this.#listen(2, hears ? hears.err : piece => this.err.add(piece));
  }

  #listen(descriptor, hear) {
    const stream = this.fs.streams[descriptor];
    stream.tty = null;
    stream.stream_ops = {
      write: (_, buffer, offset, length) => {
        hear(new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length));
        return length;
      },
    };
  }

  /** Calls `entry` with an argc and an argv of these words. */
  words(words, entry) {
    const texts = words.map(word => encoder.encode(`${word}\0`));
    const head = 4 * (texts.length + 1);
    const at = this.module._malloc(texts.reduce((sum, text) => sum + text.length, head));
    if (at === 0) throw new FlatlineError("out of memory");
    let next = at + head;
    for (const [i, text] of texts.entries()) {
      this.module.HEAPU32[at / 4 + i] = next;
      this.module.HEAPU8.set(text, next);
      next += text.length;
    }
    this.module.HEAPU32[at / 4 + texts.length] = 0;
    const result = this.call(() => entry(texts.length, at));
    this.module._free(at);
    return result;
  }

  /** Calls into the module. One that the module did not survive ends the instance. */
  call(entry) {
    if (this.ended) throw new FlatlineError("an earlier call ended the program; open the file again");
    try {
      return entry();
    } catch (error) {
      this.ended = true;
      if (error && error.name === "ExitStatus") return error.status;
      throw new FlatlineError(this.err.take().trim() || `the program ended: ${error.message || error}`);
    }
  }

  /** Runs a command of the command line; {code, out, err}. */
  run(words) {
    const code = this.words(["flatline", ...words], (argc, argv) => this.module._main(argc, argv));
    return {code, out: this.out.take(), err: this.err.take()};
  }

  /** The JSON that `entry` prints. */
  answer(entry) {
    const code = this.call(entry);
    const text = this.out.take();
    if (code !== 0) throw new FlatlineError(this.err.take().trim() || "no answer", code);
    return JSON.parse(text);
  }

  /** Writes a file, and the folders that it lies in. */
  write(path, bytes) {
    const folder = path.slice(0, Math.max(path.lastIndexOf("/"), 0));
    if (folder !== "" && !this.fs.analyzePath(folder).exists) this.fs.mkdirTree(folder);
    this.fs.writeFile(path, bytes);
  }
}

/** The bytes of an ArrayBuffer, a view, or a Blob. */
async function bytesOf(source) {
  if (typeof Blob !== "undefined" && source instanceof Blob) {
    return new Uint8Array(await source.arrayBuffer());
  }
  if (ArrayBuffer.isView(source)) {
    return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  }
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  throw new TypeError("flatline.open takes an ArrayBuffer, a typed array or a Blob");
}

/** An option and its words on the command line. */
const flag = word => value => value ? [word] : [];
const valued = word => value => [word, String(value)];
const WORDS = {
  limits: value => typeof value === "string" ? ["--limits", value]
    : Object.entries(value).flatMap(([name, limit]) =>
        name === "preset" ? ["--limits", limit] : ["--limit", `${name}=${limit}`]),
  namespace: valued("--namespace"),
  grammar: valued("--grammar"),
  repair: value => value === true ? ["--repair"] : value ? [`--repair=${value.join(",")}`] : [],
  strict: flag("--strict"),
  slopes: valued("--slopes"),
  buildNodes: flag("--build-nodes"),
};
/** Those that only a check, and what is drawn with it, takes. */
const CHECK_WORDS = {
  game: valued("--game"),
  rules: value => Object.entries(value).flatMap(([rule, level]) => ["--rule", `${rule}=${level}`]),
  targets: value => ["--target", value.join(",")],
  minSeverity: valued("--min-severity"),
};
const NO_WORDS = Object.fromEntries(Object.keys(CHECK_WORDS).map(name => [name, () => []]));
/** Those that are no words of their own. */
const OTHERS = new Set(["name", "resources", "format"]);

function wordsOf(options, tables) {
  const words = [];
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || OTHERS.has(name)) continue;
    const make = tables.find(table => Object.hasOwn(table, name));
    if (!make) throw new TypeError(`there is no option ${name}`);
    words.push(...make[name](value));
  }
  return words;
}

/** A file in an instance of its own. It knows no maps, so that each of them can be forgotten. */
class Source {
  #resources = 0;

  constructor(instance, handle, name, options) {
    this.instance = instance;
    this.handle = handle;
    this.name = name;
    this.options = options;
    this.rows = instance.answer(() => instance.module._flatline_js_maps(handle));
  }

  /** The module, while it has the file. */
  get module() {
    if (this.instance === null) throw new FlatlineError(`${this.name} is freed`);
    if (this.instance.ended) throw new FlatlineError("the program has ended; open the file again");
    return this.instance.module;
  }

  load(index) {
    const {module} = this;
    return this.instance.answer(() => module._flatline_js_load(this.handle, index));
  }

  unload(index) {
    if (this.instance !== null && !this.instance.ended) {
      this.instance.module._flatline_js_unload(this.handle, index);
    }
  }

  close() {
    if (this.instance !== null && !this.instance.ended) {
      this.instance.module._flatline_js_close(this.handle);
    }
    this.instance = null;
  }

  /** Words that choose a map, where there are several. */
  choice(name) { return this.rows.length > 1 ? [`--map=${name}`] : []; }

  /** Runs a command over the file: {code, out, err}, and {output} where it is to write that. */
  run(command, words, options, output = null) {
    const {module} = this;
    const fs = module.FS;
    const checks = command === "check" || command === "draw";
    const all = {...this.options, ...options};
    const line = [command, this.name, "--no-config",
                  ...wordsOf(all, [WORDS, checks ? CHECK_WORDS : NO_WORDS]), ...words];
    for (const {name, bytes} of checks && all.resources || []) {
      const path = `/resources/${++this.#resources}/${name}`;
      this.instance.write(path, bytes);
      line.push("--resources", path);
    }
    if (output === null) return this.instance.run([...line, "--json"]);
    const ran = this.instance.run([...line, "-o", output, "--force", "-q"]);
    const text = fs.analyzePath(output).exists ? fs.readFile(output, {encoding: "utf8"}) : null;
    if (text !== null) fs.unlink(output);
    return {...ran, output: text};
  }
}

/** A file and its maps. */
export class FlatlineFile {
  #source;

  constructor(source) {
    this.#source = source;
    /** As findings name the file. */
    this.name = source.name;
    /** In the order of the file. */
    this.maps = source.rows.map((row, index) => new FlatlineMap(source, index, row));
  }

  /** What the command `check --json` prints of all maps: {findings, maps, summary}. */
  check(options = {}) { return rowsOf(this.#source.run("check", [], options)); }

  /** What the command `info --json` prints: as check, with more about each map. */
  info() { return rowsOf(this.#source.run("info", [], {})); }

  /** Forgets the file and all its maps. What was read of them stays. */
  free() {
    for (const map of this.maps) map.free();
    this.#source.close();
  }
}

/** `using map = ...` frees it. Engines without the symbol have no such statement. */
function disposable(Class) {
  if (typeof Symbol.dispose !== "symbol") return;
  Object.defineProperty(Class.prototype, Symbol.dispose, {value() { this.free(); }});
}
disposable(FlatlineFile);

/** Gives the memory of maps back after nothing refers to them. */
const forgotten = new FinalizationRegistry(({source, index}) => source.unload(index));

/** The rows of a run in JSON Lines. */
function rowsOf({code, out, err}) {
  if (out === "") throw new FlatlineError(err.trim() || `ended with ${code}`, code);
  const rows = out.trimEnd().split("\n").map(line => JSON.parse(line));
  return {
    findings: rows.filter(row => row.type === "finding"),
    maps: rows.filter(row => row.type === "map"),
    summary: rows.find(row => row.type === "summary"),
  };
}

const MEMORY = Symbol("memory");
const SUBSECTOR = 0x80000000;

/** The values of one member of `count` structs, copied out of the module's memory. */
function copied(module, {at, count, stride}, [, kind, offset, bit]) {
  const {buffer} = module.HEAPU8;
  const make = (Out, In, value) => {
    const out = new Out(count);
    const size = In.BYTES_PER_ELEMENT;
    const step = stride / size;
    const all = new In(buffer, count === 0 ? 0 : at + offset, count === 0 ? 0 : (count - 1) * step + 1);
    for (let i = 0, from = 0; i < count; ++i, from += step) out[i] = value(all[from]);
    return out;
  };
  const same = value => value;
  switch (kind) {
    case "real": return make(Float64Array, Float64Array, same);
    case "flag": return make(Uint8Array, Uint32Array, value => (value & bit) !== 0 ? 1 : 0);
    case "bits":
    case "name": return make(Uint32Array, Uint32Array, same);
    case "child": return make(Int32Array, Uint32Array, child =>
      child >= SUBSECTOR ? -1 - (child - SUBSECTOR) : child);
    // FLATLINE_NONE becomes -1.
    default: return make(Int32Array, Int32Array, same);
  }
}

/**
 * Arrays over the memory of a map, without a copy. Each getter makes its array anew where the memory has
 * become another ArrayBuffer since, and throws where the map is freed.
 */
class Views {
  #map;
  #arrays = new Map();

  constructor(map) { this.#map = map; }

  /** The array of `count` elements at `at`, which `name` has. */
  over(name, Type, at, count) {
    const {buffer} = this.#map[MEMORY]().HEAPU8;
    let array = this.#arrays.get(name);
    if (array?.buffer !== buffer) {
      array = new Type(buffer, count === 0 ? 0 : at, count);
      this.#arrays.set(name, array);
      holders.set(array, this.#map);
    }
    return array;
  }
}

/** The map of each view, which lives as long as the view does. */
const holders = new WeakMap();

/** How a member lies in its struct. */
const LAYOUT = {real: "float64", name: "uint32", child: "uint32", flag: "uint32"};

/** All elements of a kind as they lie in memory, one struct after another. */
export class TableView {
  #views;
  #at;
  #columns;

  constructor(map, {at, count, stride, members}, columns) {
    this.#views = new Views(map);
    this.#at = at;
    this.#columns = columns;
    /** How many structs. */
    this.length = count;
    /** Bytes from one struct to the next. */
    this.stride = stride;
    /** Where in its struct each member lies: {offset, type}, of a flag also {bit}. */
    this.layout = Object.freeze(Object.fromEntries(members.map(([name, kind, offset, bit]) =>
      [name, Object.freeze({offset, type: LAYOUT[kind] ?? "int32", ...kind === "flag" && {bit}})])));
    Object.freeze(this);
  }

  #over(Type) {
    const bytes = this.length * this.stride;
    return this.#views.over(Type, Type, this.#at, bytes / Type.BYTES_PER_ELEMENT);
  }
  get bytes() { return this.#over(Uint8Array); }
  get int32() { return this.#over(Int32Array); }
  get uint32() { return this.#over(Uint32Array); }
  /** Null where a struct has no real. */
  get float64() {
    const reals = Object.values(this.layout).some(({type}) => type === "float64");
    return reals ? this.#over(Float64Array) : null;
  }

  /**
   * A field beyond the standard ones as it is stored: the elements that give it, ascending, and a value for
   * each. Null where no element gives it, and for texts and lists of integers.
   */
  column(name) {
    const column = this.#columns.get(name);
    const Type = column && VALUES[column.kind];
    if (!Type) return null;
    const {elements, values, count} = column;
    return {
      elements: this.#views.over(`elements ${name}`, Uint32Array, elements, count),
      values: this.#views.over(`values ${name}`, Type, values, count),
    };
  }
}

const VALUES = {integer: Int32Array, real: Float64Array, boolean: Uint8Array};

/** Elements of one kind: a typed array for each field, copied when it is first asked for, and kept. */
export class Table {
  #map;
  #description;
  #view = null;
  #members;
  #columns;
  #commented;

  constructor(map, description, columns = [], commented = false) {
    this.#map = map;
    this.#description = description;
    this.#commented = commented;
    this.#members = description.members;
    this.#columns = new Map(columns.map(column => [column.name, column]));
    Object.defineProperty(this, "length", {value: description.count, enumerable: true});
    const flags = description.members.find(([, kind]) => kind === "flag");
    const members = flags ? [...description.members, ["flags", "bits", flags[2], 0]] : description.members;
    for (const member of members) {
      let made = null;
      const get = () => made ??= copied(map[MEMORY](), description, member);
      Object.defineProperty(this, member[0], {get, enumerable: true});
    }
  }

  /** The names of the standard fields. */
  get fields() { return this.#members.map(([name]) => name); }
  /** The names of the other fields that some element gives. */
  get optional() { return [...this.#columns.keys()]; }

  /** The elements as they lie in memory. */
  get view() { return this.#view ??= new TableView(this.#map, this.#description, this.#columns); }

  /** A field beyond the standard ones: its value for every element, and which elements give it. */
  column(name) {
    const column = this.#columns.get(name);
    if (!column) return null;
    const {kind, count} = column;
    const {buffer} = this.#map[MEMORY]().HEAPU8;
    const elements = new Uint32Array(buffer, column.elements, count);
    const Values = VALUES[kind];
    const given = new Uint8Array(this.length);
    const values = Values ? new Values(this.length) : new Array(this.length);
    values.fill(column.default ?? (kind === "ids" ? Object.freeze([]) : kind === "string" ? "" : 0));
    const stored = Values ? new Values(buffer, column.values, count) : column.list;
    for (let i = 0; i < count; ++i) {
      given[elements[i]] = 1;
      values[elements[i]] = stored[i];
    }
    return {kind, values, given, default: column.default};
  }

  /** One element as `dump` has it: standard fields, and those that it gives. */
  at(index) {
    if (!(index >= 0 && index < this.length)) return undefined;
    const element = {};
    for (const [name, kind] of this.#members) {
      const value = this[name][index];
      element[name] = kind === "flag" ? value !== 0 : kind === "name" ? this.#map.names[value] : value;
    }
    for (const name of this.optional) {
      const {kind, values, given} = this.#kept(name);
      if (given[index] !== 0) element[name] = kind === "boolean" ? values[index] !== 0 : values[index];
    }
    // The one standard field that lies in a column.
    if (this.#commented) element.comment ??= "";
    return element;
  }

  #kept(name) { return this.#columns.get(name).kept ??= this.column(name); }

  *[Symbol.iterator]() { for (let i = 0; i < this.length; ++i) yield this.at(i); }
}

/** The lines of each sector, as copies; `view` has both arrays as they lie in memory. */
class SectorLines {
  constructor(map, {rows, lines, count}, sectors) {
    const views = new Views(map);
    // A map without arrays has none of these.
    const sums = rows === 0 ? 0 : sectors + 1;
    this.view = Object.freeze({
      get rows() { return views.over("rows", Uint32Array, rows, sums); },
      get lines() { return views.over("lines", Uint32Array, lines, count); },
    });
    this.rows = rows === 0 ? new Uint32Array(sectors + 1) : this.view.rows.slice();
    this.lines = this.view.lines.slice();
    Object.defineProperty(this, "view", {enumerable: false});
  }
}

const ELEMENTS = ["vertices", "linedefs", "sidedefs", "sectors", "things"];

/** One map of a file. It is loaded when something of it is first asked for. */
export class FlatlineMap {
  #source;
  #index;
  #loaded = null;
  #freed = false;
  #tables = new Map();

  constructor(source, index, {name, file, format}) {
    this.#source = source;
    this.#index = index;
    /** As --map takes it, and the file that it lies in, as findings have it. */
    this.name = name;
    this.file = file;
    /** "udmf", "doom", "hexen", "doom3". */
    this.format = format;
  }

  /** The module, while the map is in its memory. */
  [MEMORY]() {
    if (this.#freed) throw new FlatlineError(`the map ${this.name} is freed`);
    return this.#source.module;
  }

  #load() {
    if (this.#loaded === null) {
      this[MEMORY]();
      this.#loaded = this.#source.load(this.#index);
      forgotten.register(this, {source: this.#source, index: this.#index}, this);
    }
    return this.#loaded;
  }

  #table(name, ...description) {
    let table = this.#tables.get(name);
    if (!table) this.#tables.set(name, table = new Table(this, ...description));
    return table;
  }
  #elements(kind) {
    const loaded = this.#load();
    return this.#table(ELEMENTS[kind], loaded[ELEMENTS[kind]],
                       loaded.columns.filter(column => column.element === kind), kind > 0);
  }

  /** "ok", "refused" or "unsupported". */
  get status() { return this.#load().status; }
  get namespace() { return this.#load().namespace; }
  /** How many elements of each kind it has; null for a map that is not loaded. */
  get counts() { return this.#load().counts; }
  get vertices() { return this.#elements(0); }
  get linedefs() { return this.#elements(1); }
  get sidedefs() { return this.#elements(2); }
  get sectors() { return this.#elements(3); }
  get things() { return this.#elements(4); }
  /** Textures and flats by number; 0 is "-". */
  get names() { return this.#load().names; }

  /** The lines of each sector: those of sector i are lines[rows[i]] up to lines[rows[i + 1]]. */
  get sectorLines() {
    const {sectorLines, sectors} = this.#load();
    return sectorLines.made ??= new SectorLines(this, sectorLines, sectors.count);
  }

  /** The tree of nodes, null where the map has none. */
  get nodes() {
    const {nodes} = this.#load();
    if (nodes === null) return null;
    const {format, originalVertices, ...tables} = nodes;
    const made = Object.entries(tables).map(([name, table]) => [name, this.#table(`bsp ${name}`, table)]);
    return {format, originalVertices, ...Object.fromEntries(made)};
  }

  /** The findings of `flatline check --json` about this map. */
  check(options = {}) { return rowsOf(this.#source.run("check", this.#source.choice(this.name), options)).findings; }

  /** What `flatline dump` prints, as an object. */
  dump() {
    const {code, out, err} = this.#source.run("dump", this.#source.choice(this.name), {});
    if (code !== 0) throw new FlatlineError(err.trim(), code);
    return JSON.parse(out);
  }

  /** The map from above with its findings: an SVG, or with {format: "html"} a page. */
  draw({format = "svg", ...options} = {}) {
    if (format !== "svg" && format !== "html") throw new TypeError(`draw makes svg and html, not ${format}`);
    const {code, err, output} = this.#source.run("draw", this.#source.choice(this.name), options, `/drawn.${format}`);
    if (output === null) throw new FlatlineError(err.trim() || "the map cannot be drawn", code);
    return output;
  }

  /** Gives the memory of the map back. What was read of it stays; check, dump and draw go on. */
  free() {
    if (this.#freed) return;
    this.#freed = true;
    if (this.#loaded === null) return;
    forgotten.unregister(this);
    this.#source.unload(this.#index);
  }
}

disposable(FlatlineMap);

/** Opens a file: a WAD, a PK3, a TEXTMAP or a Doom 3 map. Its maps are listed, and not loaded yet. */
export async function openFile(source, options = {}) {
  const bytes = await bytesOf(source);
  const given = options.name ?? (source.name || "map");
  // A name that begins with a dash would be an option.
  const name = given.startsWith("-") ? `./${given}` : given;
  const words = wordsOf(options, [WORDS, NO_WORDS]);
  const instance = await Instance.start();
  instance.fs.mkdirTree("/files");
  instance.fs.chdir("/files");
  instance.write(name, bytes);
  const handle = instance.words(["flatline", "info", name, "--no-config", ...words],
                                (argc, argv) => instance.module._flatline_js_open(argc, argv));
  if (instance.ended || handle === 0) throw new FlatlineError(instance.err.take().trim(), 2);
  return new FlatlineFile(new Source(instance, handle, name, options));
}

/** The maps of a file; see openFile. */
export async function open(source, options = {}) { return (await openFile(source, options)).maps; }

/** The map that is built into the program, LAMPLIGHT, as a TEXTMAP. */
export async function example() {
  const {module} = await Instance.start();
  const at = module._flatline_js_built_in();
  return module.HEAPU8.slice(at, at + module._flatline_js_built_in_size());
}
