// same.mjs: compares a map of the package with what `flatline dump` prints of it. Both run in Node and
// in a browser, so this imports nothing.

/** A difference in words, or "". Order of members does not count. */
export function differs(a, b, where = "") {
  if (Object.is(a, b)) return "";
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") {
    return a === b ? "" : `${where}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`;
  }
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const name of names) {
    const found = differs(a[name], b[name], `${where}.${name}`);
    if (found !== "") return found;
  }
  return "";
}

const TYPES = {
  vertices: {x: Float64Array},
  linedefs: {v1: Int32Array, v2: Int32Array, sideback: Int32Array, special: Int32Array, blocking: Uint8Array,
             flags: Uint32Array},
  sidedefs: {sector: Int32Array, texturetop: Uint32Array, offsetx: Float64Array},
  sectors: {heightfloor: Float64Array, lightlevel: Int32Array, texturefloor: Uint32Array},
  things: {x: Float64Array, type: Int32Array, skill1: Uint8Array},
};

/** The first difference between the copies of a table and its view, or "". */
export function viewDiffers(table, where) {
  const {view} = table;
  const data = new DataView(view.bytes.buffer, view.bytes.byteOffset, view.bytes.byteLength);
  if (view.length !== table.length || data.byteLength !== view.length * view.stride) return `${where}: lengths`;
  if (differs(Object.keys(view.layout), table.fields) !== "") return `${where}: fields`;
  for (const [name, {offset, type, bit}] of Object.entries(view.layout)) {
    const read = {float64: "getFloat64", int32: "getInt32", uint32: "getUint32"}[type];
    const array = view[type];
    const size = array.BYTES_PER_ELEMENT;
    if (array.length !== view.length * view.stride / size) return `${where}.${name}: length`;
    for (let i = 0; i < table.length; ++i) {
      const stored = data[read](i * view.stride + offset, true);
      if (!Object.is(array[(i * view.stride + offset) / size], stored)) return `${where}[${i}].${name} as ${type}`;
      const child = name === "right" || name === "left";
      const value = bit ? (stored & bit) !== 0 ? 1 : 0
        : child && type === "uint32" && stored >= 0x80000000 ? -1 - (stored - 0x80000000) : stored;
      if (!Object.is(value, table[name][i])) return `${where}[${i}].${name}: ${value} and ${table[name][i]}`;
    }
  }
  for (const name of table.optional) {
    const column = view.column(name);
    const {kind, values, given} = table.column(name);
    if ((column === null) !== ["string", "ids"].includes(kind)) return `${where}.${name}: ${kind}`;
    if (column === null) continue;
    if (column.elements.length !== given.reduce((sum, one) => sum + one, 0)) return `${where}.${name}: elements`;
    for (const [i, element] of column.elements.entries()) {
      if (given[element] !== 1 || !Object.is(values[element], column.values[i])) return `${where}.${name}[${element}]`;
    }
  }
  return "";
}

/** The same of all tables of a map. */
export function viewsDiffer(map) {
  const tables = {...Object.fromEntries(Object.keys(TYPES).map(kind => [kind, map[kind]])), ...map.nodes};
  for (const [kind, table] of Object.entries(tables)) {
    if (typeof table !== "object") continue;
    const found = viewDiffers(table, kind);
    if (found !== "") return found;
  }
  const {rows, lines, view} = map.sectorLines;
  return view.rows.length === 0 ? differs([...rows, ...lines], new Array(map.sectors.length + 1).fill(0))
    : differs([...view.rows, ...view.lines], [...rows, ...lines], "sectorLines");
}

/** The first difference between a loaded map and its dump, or "". */
export function differsFromDump(map, dump) {
  for (const [kind, types] of Object.entries(TYPES)) {
    const table = map[kind];
    for (const [name, type] of Object.entries(types)) {
      if (!(table[name] instanceof type)) return `${kind}.${name} is no ${type.name}`;
      if (table[name] !== table[name]) return `${kind}.${name} is copied twice`;
    }
    const wanted = dump[kind] ?? [];
    if (table.length !== wanted.length) return `${kind}: ${table.length} and ${wanted.length}`;
    let i = 0;
    for (const element of table) {
      const found = differs(element, wanted[i], `${kind}[${i}]`);
      if (found !== "") return found;
      ++i;
    }
  }
  if (dump.format === "doom3") return map.format === "doom3" ? "" : map.format;
  const {rows, lines} = map.sectorLines;
  const sectorLines = dump.sectors.map((_, i) => [...lines.subarray(rows[i], rows[i + 1])]);
  return differs(map.format, dump.format) || differs(map.namespace, dump.namespace) ||
         differs(map.counts, dump.counts) || differs(sectorLines, dump.sector_lines, "sector_lines") ||
         differs(nodesOf(map), dump.nodes, "nodes") || viewsDiffer(map);
}

/** The tree in the form of the dump. */
function nodesOf({nodes: tree}) {
  if (tree === null) return null;
  const plain = table => [...table];
  return {
    format: tree.format,
    original_vertices: tree.originalVertices,
    new_vertices: plain(tree.newVertices).map(({x, y}) => [x, y]),
    subsectors: plain(tree.subsectors),
    segs: plain(tree.segs),
    nodes: plain(tree.nodes).map(node => ({
      x: node.x, y: node.y, dx: node.dx, dy: node.dy, children: [node.right, node.left],
      bbox: ["right", "left"].map(side =>
        ["top", "bottom", "left", "right"].map(edge => node[`${side}_${edge}`])),
    })),
  };
}
