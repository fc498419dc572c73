// The types of the package. docs/javascript.md of the repository says more.
/// <reference lib="esnext.disposable" />

/** A number for each element. Copies: they stay as they are when memory grows or the map is freed. */
export type Reals = Float64Array;
/** Integers, and indices of elements; -1 is none. */
export type Integers = Int32Array;
/** Numbers of FlatlineMap.names. */
export type Names = Uint32Array;
/** 1 where the flag is set, else 0. */
export type Flags = Uint8Array;

export type Severity = "error" | "warning" | "note";
export type Port = "gzdoom" | "srb2" | "dsda" | "woof" | "eternity" | "zdbsp";
export type Game = "doom" | "doom2" | "heretic" | "hexen" | "strife" | "srb2";
export type Preset = "default" | "gzdoom" | "srb2" | "dsda" | "woof" | "eternity";

/** How a file is read; docs/command-line.md has the same as options of the command line. */
export interface LoadOptions {
  /** How findings call the file, and the name of a bare map: "a.wad". Default: that of a File, else "map". */
  name?: string;
  /** A preset, or limits by their names: {preset: "dsda", things: 5000}. */
  limits?: Preset | {preset?: Preset; [limit: string]: number | string | undefined};
  namespace?: string;
  grammar?: "auto" | "1.1" | "0.99";
  /** All data, or that of these rules. */
  repair?: boolean | string[];
  strict?: boolean;
  slopes?: "auto" | "none" | "zdoom" | "eternity" | "srb2";
  buildNodes?: boolean;
}

/** How a map is checked. Options of `open` hold here too, and these come first. */
export interface CheckOptions extends Omit<LoadOptions, "name"> {
  game?: Game;
  /** Severities by rule; "off" turns a rule off. */
  rules?: Record<string, Severity | "off">;
  targets?: (Port | "all")[];
  minSeverity?: Severity;
  /** Files with textures, flats and thing types: an IWAD, a PK3, a game configuration. */
  resources?: {name: string; bytes: Uint8Array}[];
}
export type OpenOptions = LoadOptions & CheckOptions;

export interface DrawOptions extends CheckOptions {
  /** A picture, or a page with layers, findings and search. Default: "svg". */
  format?: "svg" | "html";
}

export type ElementKind = "vertex" | "linedef" | "sidedef" | "sector" | "thing" | "global" | "block" |
  "entity" | "brush" | "patch";

/** A row of `flatline check --json`. Indices count from 0, lines and columns from 1. */
export interface Finding {
  type: "finding";
  rule: string;
  severity: Severity;
  file: string;
  map?: string;
  lump?: string;
  line?: number;
  column?: number;
  /** Byte in the lump. */
  offset?: number;
  element?: ElementKind;
  index?: number;
  field?: string;
  related?: {element: ElementKind; index: number};
  x?: number;
  y?: number;
  message: string;
  fingerprint: string;
}

export type Status = "ok" | "refused" | "unsupported";
export type Format = "udmf" | "doom" | "hexen" | "doom3";

/** A row of `flatline check --json` or `info --json` about a map. */
export interface MapRow {
  type: "map";
  file: string;
  map: string;
  status: Status;
  format: Format;
  namespace: string | null;
  counts: Record<string, number> | null;
  errors: number;
  warnings: number;
  [more: string]: unknown;
}
export interface Summary {
  type: "summary";
  files: number;
  maps: number;
  refused: number;
  errors: number;
  warnings: number;
  [more: string]: unknown;
}
export interface Report {
  findings: Finding[];
  maps: MapRow[];
  summary: Summary;
}

export type Value = number | boolean | string | number[];

/** A field beyond the standard ones, for every element. `given` is 1 where the element gives it. */
export interface Column {
  kind: "integer" | "real" | "boolean" | "string" | "ids";
  values: Int32Array | Float64Array | Uint8Array | string[] | number[][];
  given: Uint8Array;
  default: Value | null;
}

/** A member of a struct: `bit` is that of a flag. An index that is none has all bits: -1 as an int32. */
export interface Member {
  /** Bytes from the beginning of the struct. */
  readonly offset: number;
  readonly type: "float64" | "int32" | "uint32";
  readonly bit?: number;
}
/** A field beyond the standard ones, as stored: a value for each element that gives it. */
export interface ColumnView {
  /** Ascending. */
  readonly elements: Uint32Array;
  readonly values: Int32Array | Float64Array | Uint8Array;
}
/**
 * The elements as they lie in the memory of the module, one struct after another, without a copy. Ask for
 * an array again after every other call of the package, and after every `await`: where memory grew, or a
 * map was freed, an array of before has the length 0. After `free()` of its map a getter throws.
 */
export class TableView {
  private constructor();
  /** How many structs, and the bytes of each. */
  readonly length: number;
  readonly stride: number;
  /** By the names of the standard fields. */
  readonly layout: Readonly<Record<string, Member>>;
  readonly bytes: Uint8Array;
  readonly int32: Int32Array;
  readonly uint32: Uint32Array;
  /** Null where no member is a float64. */
  readonly float64: Float64Array | null;
  /** Null where no element gives the field, and for texts and lists of integers. */
  column(name: string): ColumnView | null;
}

/** Elements of one kind. Each field is a typed array, copied when it is first asked for, and kept. */
export class Table {
  private constructor();
  readonly length: number;
  /** The names of the standard fields, each of which is a member. */
  readonly fields: string[];
  /** The names of the other fields that some element gives. */
  readonly optional: string[];
  /** The elements as they lie in memory. */
  readonly view: TableView;
  /** Null where no element gives the field. */
  column(name: string): Column | null;
  /** An element as `flatline dump` has it. */
  at(index: number): Record<string, Value> | undefined;
  [Symbol.iterator](): IterableIterator<Record<string, Value>>;
}

/** Its view is one Float64Array: x and y of each vertex in turn. */
export interface Vertices extends Table { readonly x: Reals; readonly y: Reals }

export interface Linedefs extends Table {
  readonly id: Integers; readonly v1: Integers; readonly v2: Integers;
  readonly sidefront: Integers; readonly sideback: Integers; readonly special: Integers;
  readonly arg0: Integers; readonly arg1: Integers; readonly arg2: Integers; readonly arg3: Integers;
  readonly arg4: Integers;
  readonly blocking: Flags; readonly blockmonsters: Flags; readonly twosided: Flags;
  readonly dontpegtop: Flags; readonly dontpegbottom: Flags; readonly secret: Flags;
  readonly blocksound: Flags; readonly dontdraw: Flags; readonly mapped: Flags; readonly passuse: Flags;
  readonly translucent: Flags; readonly jumpover: Flags; readonly blockfloaters: Flags;
  readonly playercross: Flags; readonly playeruse: Flags; readonly monstercross: Flags;
  readonly monsteruse: Flags; readonly impact: Flags; readonly playerpush: Flags;
  readonly monsterpush: Flags; readonly missilecross: Flags; readonly repeatspecial: Flags;
  /** All flags: bit 0 is `blocking`, then in the order of this list. */
  readonly flags: Uint32Array;
}

export interface Sidedefs extends Table {
  readonly offsetx: Reals; readonly offsety: Reals;
  readonly texturetop: Names; readonly texturebottom: Names; readonly texturemiddle: Names;
  readonly sector: Integers;
}

export interface Sectors extends Table {
  readonly heightfloor: Reals; readonly heightceiling: Reals;
  readonly texturefloor: Names; readonly textureceiling: Names;
  readonly lightlevel: Integers; readonly special: Integers; readonly id: Integers;
}

export interface Things extends Table {
  readonly id: Integers; readonly x: Reals; readonly y: Reals; readonly height: Reals;
  readonly angle: Integers; readonly type: Integers; readonly special: Integers;
  readonly arg0: Integers; readonly arg1: Integers; readonly arg2: Integers; readonly arg3: Integers;
  readonly arg4: Integers;
  readonly skill1: Flags; readonly skill2: Flags; readonly skill3: Flags; readonly skill4: Flags;
  readonly skill5: Flags; readonly ambush: Flags; readonly single: Flags; readonly dm: Flags;
  readonly coop: Flags; readonly friend: Flags; readonly dormant: Flags; readonly class1: Flags;
  readonly class2: Flags; readonly class3: Flags; readonly standing: Flags; readonly strifeally: Flags;
  readonly translucent: Flags; readonly invisible: Flags;
  /** All flags: bit 0 is `skill1`, then in the order of this list. */
  readonly flags: Uint32Array;
}

export interface Segs extends Table {
  readonly v1: Integers; readonly v2: Integers; readonly partner: Integers; readonly linedef: Integers;
  readonly side: Integers;
}
export interface Subsectors extends Table {
  readonly sector: Integers; readonly first: Integers; readonly count: Integers;
}
/** A child >= 0 is a node, and -1 - k is subsector k. */
export interface Nodes extends Table {
  readonly x: Reals; readonly y: Reals; readonly dx: Reals; readonly dy: Reals;
  readonly right: Integers; readonly left: Integers;
  readonly right_top: Reals; readonly right_bottom: Reals; readonly right_left: Reals;
  readonly right_right: Reals;
  readonly left_top: Reals; readonly left_bottom: Reals; readonly left_left: Reals;
  readonly left_right: Reals;
}
/** Vertex i of a seg is the map's below originalVertices, else number i - originalVertices of newVertices. */
export interface Tree {
  format: string;
  originalVertices: number;
  newVertices: Vertices;
  segs: Segs;
  subsectors: Subsectors;
  /** In the order of the lump; the root is the last one. */
  nodes: Nodes;
}

/** One map. It is loaded when something of it is first asked for. A refused map has no elements. */
export class FlatlineMap {
  private constructor();
  readonly name: string;
  /** As findings have it: "a.pk3/maps/x.wad". */
  readonly file: string;
  readonly format: Format;
  readonly status: Status;
  readonly namespace: string;
  readonly counts: Record<string, number> | null;
  readonly vertices: Vertices;
  readonly linedefs: Linedefs;
  readonly sidedefs: Sidedefs;
  readonly sectors: Sectors;
  readonly things: Things;
  /** Textures and flats by number; 0 is "-". */
  readonly names: string[];
  /** The lines of sector i are lines[rows[i]] up to lines[rows[i + 1]]. */
  readonly sectorLines: {
    readonly rows: Uint32Array;
    readonly lines: Uint32Array;
    /** The same without a copy, under the rules of TableView. */
    readonly view: {readonly rows: Uint32Array; readonly lines: Uint32Array};
  };
  /** Null where the map has no nodes. */
  readonly nodes: Tree | null;
  /** The findings of `flatline check --json` about this map. */
  check(options?: CheckOptions): Finding[];
  /** What `flatline dump` prints. */
  dump(): any;
  /** The map from above with its findings. */
  draw(options?: DrawOptions): string;
  /** Gives the memory of the map back. What was copied of it stays; views of it have the length 0. */
  free(): void;
  [Symbol.dispose](): void;
}

/** A file and its maps. */
export class FlatlineFile {
  private constructor();
  readonly name: string;
  readonly maps: FlatlineMap[];
  /** All maps together, as `flatline check --json`. */
  check(options?: CheckOptions): Report;
  /** As `flatline info --json`. */
  info(): Report;
  /** Forgets the file and all its maps. What was copied of them stays. */
  free(): void;
  [Symbol.dispose](): void;
}

/** What went wrong in a call; `code` is the exit code of the program, or null. */
export class FlatlineError extends Error {
  constructor(message: string, code?: number | null);
  readonly code: number | null;
}

export type Bytes = ArrayBuffer | ArrayBufferView | Blob;

/**
 * Compiles the module, once; `open` does it where nobody has. Without a source the module is
 * flatline.wasm beside the package.
 */
export function init(source?: BufferSource | Response | WebAssembly.Module |
                     PromiseLike<BufferSource | Response | WebAssembly.Module>): Promise<void>;
/** The maps of a WAD, a PK3, a TEXTMAP or a Doom 3 map. A file without maps has none. */
export function open(source: Bytes, options?: OpenOptions): Promise<FlatlineMap[]>;
/** The same with the file, for findings about the file itself. */
export function openFile(source: Bytes, options?: OpenOptions): Promise<FlatlineFile>;
/** The map that is built into the program, LAMPLIGHT, as a TEXTMAP. */
export function example(): Promise<Uint8Array>;

declare const flatline: {
  init: typeof init; open: typeof open; openFile: typeof openFile; example: typeof example;
  FlatlineFile: typeof FlatlineFile; FlatlineMap: typeof FlatlineMap;
  FlatlineError: typeof FlatlineError; Table: typeof Table; TableView: typeof TableView;
};
export default flatline;
