// types.ts: uses of the package that must have these types, and mistakes that must be none.
import flatline, {open, openFile, FlatlineError, type Finding, type FlatlineMap} from "flatline";

const maps: FlatlineMap[] = await open(new Uint8Array(), {name: "a.wad", limits: {preset: "dsda", things: 5}});
const map = maps[0];
if (map) {
  const x: Float64Array = map.vertices.x;
  const v1: Int32Array = map.linedefs.v1;
  const secret: Uint8Array = map.linedefs.secret;
  const top: string | undefined = map.names[map.sidedefs.texturetop[0] ?? 0];
  const findings: Finding[] = map.check({targets: ["all"], rules: {"line-cross": "off"}, game: "doom2"});
  const svg: string = map.draw({format: "svg"});
  const right: Int32Array | undefined = map.nodes?.nodes.right;
  const given: Uint8Array | undefined = map.linedefs.column("alpha")?.given;
  for (const thing of map.things) console.log(thing["type"], x, v1, secret, top, findings, svg, right, given);
  const {int32, stride, layout} = map.linedefs.view;
  const second: number | undefined = int32[(stride + (layout["v2"]?.offset ?? 0)) / 4];
  const xy: Float64Array | null = map.vertices.view.float64;
  const alphas = map.linedefs.view.column("alpha")?.values;
  const rows: Uint32Array = map.sectorLines.view.rows;
  console.log(second, xy, alphas, rows);
  // @ts-expect-error a field that no linedef has
  map.linedefs.v3;
  // @ts-expect-error a format that draw does not write
  map.draw({format: "gif"});
  // @ts-expect-error arrays are read, not replaced
  map.vertices.x = new Float64Array();
  map.free();
}
{
  using other = (await open(new Blob([])))[0];
  console.log(other?.name);
}
const file = await openFile(new Blob([]), {repair: ["thing-missing-field"]});
const errors: number = file.check({minSeverity: "error"}).summary.errors;
const code: number | null = new FlatlineError("", errors).code;
await flatline.init(fetch("flatline.wasm"));
// @ts-expect-error a path is not bytes
await flatline.open("a.wad");
// @ts-expect-error classes are not made by hand
new flatline.FlatlineMap();
console.log(code);
