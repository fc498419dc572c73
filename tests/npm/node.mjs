// The package in Node, as it is installed from the packed file, beside the program of this machine.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {basename, join} from "node:path";
import {test} from "node:test";
import {pathToFileURL} from "node:url";

import {bytesOf, dumped, files, findingsOf, folder, generated, native, root, rows} from "./native.mjs";
import {differsFromDump, viewsDiffer} from "./same.mjs";

// Where the packed file was installed, in an empty folder.
const place = process.env.FLATLINE_INSTALLED;
const flatline = await import(pathToFileURL(createRequire(join(place, "x.js")).resolve("flatline")));

test("the packed file has at most a megabyte", () => {
  const size = statSync(process.env.FLATLINE_PACKED).size;
  console.log(`  ${basename(process.env.FLATLINE_PACKED)}: ${size} bytes`);
  assert.ok(size <= 1000000, `${size} bytes`);
});

for (const path of files) {
  test(`${basename(path)}: arrays, findings and reports of the program`, async () => {
    const file = await flatline.openFile(bytesOf(path), {name: path});
    const wanted = rows(["info", path]).filter(row => row.type === "map");
    assert.deepEqual(file.maps.map(map => map.name), wanted.map(row => row.map));
    assert.ok(file.maps.length > 0);
    for (const [i, map] of file.maps.entries()) {
      assert.equal(map.status, wanted[i].status);
      assert.equal(map.format, wanted[i].format);
      assert.deepEqual(map.check(), findingsOf(path, map.name));
      if (map.status !== "ok") {
        assert.equal(map.vertices.length, 0);
        assert.throws(() => map.dump(), flatline.FlatlineError);
        continue;
      }
      const dump = dumped(path, map.name);
      assert.equal(differsFromDump(map, dump), "");
      assert.deepEqual(map.dump(), dump);
      for (const format of ["svg", "html"]) {
        const drawn = join(folder, `drawn.${format}`);
        assert.equal(native(["draw", path, "--map", map.name, "-o", drawn, "--force", "--no-config"]).status, 0);
        assert.ok(map.draw({format}) === readFileSync(drawn, "utf8"), format);
      }
    }
    const {findings, summary} = file.check();
    const checked = rows(["check", path]);
    assert.deepEqual(findings, checked.filter(row => row.type === "finding"));
    assert.deepEqual(summary, checked.find(row => row.type === "summary"));
    file.free();
  });
}

test("a column has the field's default where no element gives it", async () => {
  const text = `namespace = "zdoom"; linedef { v1 = 0; v2 = 1; sidefront = 0; alpha = 0.25; moreids = "3 4"; }
    linedef { v1 = 1; v2 = 0; sidefront = 0; renderstyle = "add"; }
    vertex { x = 0; y = 0; } vertex { x = 64; y = 0; } sidedef { sector = 0; }
    sector { texturefloor = "F"; textureceiling = "F"; }`;
  const [{linedefs}] = await flatline.open(new TextEncoder().encode(text));
  assert.deepEqual(linedefs.optional.toSorted(), ["alpha", "moreids", "renderstyle"]);
  const alpha = linedefs.column("alpha");
  assert.deepEqual(alpha, {kind: "real", values: Float64Array.of(0.25, 1), given: Uint8Array.of(1, 0), default: 1});
  assert.deepEqual(linedefs.column("moreids").values, [[3, 4], []]);
  assert.equal(linedefs.column("renderstyle").values[1], "add");
  assert.equal(linedefs.column("nothing"), null);
  assert.equal(linedefs.at(2), undefined);
});

test("options are those of the command line", async () => {
  const path = join(root, "examples/maps/halls.textmap");
  const [map] = await flatline.open(bytesOf(path), {name: path});
  assert.deepEqual(map.check({minSeverity: "warning"}), findingsOf(path, map.name, "--min-severity", "warning"));
  assert.deepEqual(map.check({rules: {"exit-missing": "error"}}),
                   findingsOf(path, map.name, "--rule", "exit-missing=error"));
  const game = join(root, "examples/maps/doom.wad");
  assert.deepEqual(map.check({resources: [{name: "doom.wad", bytes: bytesOf(game)}]}),
                   findingsOf(path, map.name, "--resources", game));
  const [small] = await flatline.open(bytesOf(path), {name: path, limits: {linedefs: 9}});
  assert.equal(small.status, "refused");
  assert.deepEqual(small.check(), findingsOf(path, map.name, "--limit", "linedefs=9"));
  assert.throws(() => map.check({colour: "always"}), /there is no option colour/);
  await assert.rejects(flatline.open(bytesOf(path), {limits: "quake"}), flatline.FlatlineError);
  await assert.rejects(flatline.open("halls.textmap"), TypeError);
});

test("files without maps, damaged ones, and names that look like options", async () => {
  for (const [name, bytes] of [["empty.wad", ""], ["noise.pk3", "PK\x03\x04 not a ZIP"], ["a.png", "\x89PNG"],
                               ["packed.7z", "7z\xBC\xAF\x27\x1C\x00\x04"], ["-o", "PWAD"]]) {
    const file = await flatline.openFile(Buffer.from(bytes, "latin1"), {name});
    assert.deepEqual(file.maps, [], name);
    assert.ok(file.check().findings.length > 0, name);
  }
  const blob = new File([bytesOf(join(root, "examples/maps/rooms.textmap"))], "rooms.textmap");
  const [map] = await flatline.open(blob);
  assert.equal(map.name, "rooms");
  assert.equal(map.file, "rooms.textmap");
});

test("arrays stay when memory grows, and when the map is freed", async () => {
  const path = generated("2M", "large.textmap");
  const [map] = await flatline.open(bytesOf(path), {name: path});
  const {x} = map.vertices;
  const {rows: sums} = map.sectorLines;
  const before = [x.slice(), sums.slice()];
  // The check loads the map once more, beside the first.
  assert.ok(map.check().length > 0);
  assert.equal(map.vertices.x, x);
  assert.deepEqual([x, sums], before);
  const late = map.vertices.y;  // read after memory has grown
  assert.deepEqual([...late], dumped(path, map.name).vertices.map(vertex => vertex.y));
  map.free();
  assert.deepEqual([x, sums], before);
  assert.throws(() => map.things.x, /is freed/);
  map.free();
});

test("views are made anew when memory grows, and have no element after their map is freed", async () => {
  const text = bytesOf(generated("2M", "viewed.textmap"));
  const file = await flatline.openFile(wadOf(["MAP01", "MAP02"], text), {name: "viewed.wad"});
  const [map, other] = file.maps;
  const arrays = ({vertices, linedefs, sectorLines}) => [
    vertices.view.float64, vertices.view.bytes, linedefs.view.int32, linedefs.view.uint32,
    linedefs.view.column("alpha").elements, linedefs.view.column("alpha").values,
    sectorLines.view.rows, sectorLines.view.lines];
  assert.ok(map.linedefs.optional.includes("alpha"), map.linedefs.optional.join());
  assert.equal(map.linedefs.view.float64, null);
  assert.equal(map.linedefs.view.column("nothing"), null);
  const old = arrays(map);
  assert.deepEqual(arrays(map).map((array, i) => array === old[i]), old.map(() => true));
  const before = old.map(array => array.slice());

  // The check loads the map once more, beside the first, and memory grows.
  map.check();
  assert.deepEqual(old.map(array => array.length), old.map(() => 0));
  assert.deepEqual(arrays(map), before);
  assert.equal(viewsDiffer(map), "");

  // What is written to the place of the freed map is never seen.
  const last = arrays(map);
  const data = new DataView(last[0].buffer, last[0].byteOffset, 8);
  const ofOther = arrays(other);
  const memory = arrays(map);
  map.free();
  assert.equal(viewsDiffer(other), "");
  for (const array of [...last, ...memory, ...ofOther]) assert.deepEqual([array.length, array[0]], [0, undefined]);
  assert.throws(() => data.getFloat64(0), TypeError);
  assert.throws(() => map.vertices.view.bytes, /is freed/);
  const {view} = other.vertices;
  const {view: lines} = other.sectorLines;
  assert.deepEqual(arrays(other), before);
  file.free();
  for (const get of [() => view.float64, () => view.bytes, () => lines.rows, () => view.column("x") ?? view.int32]) {
    assert.throws(get, /is freed/);
  }
  assert.equal(view.length, before[0].length / 2);
});

test("a view keeps its map, and using frees one", async () => {
  const [map] = await flatline.open(bytesOf(generated("1M", "kept.textmap")), {name: "kept.textmap"});
  if (typeof Symbol.dispose === "symbol") {
    const {float64} = map.vertices.view;
    map[Symbol.dispose]();
    assert.equal(float64.length, 0);
    assert.throws(() => map.vertices.view.float64, /is freed/);
  }
  const xy = await (async () => (await flatline.open(bytesOf(generated("1M", "kept.textmap"))))[0].vertices.view.float64)();
  const before = xy.slice();
  for (let i = 0; i < 8; ++i) {
    globalThis.gc();
    await new Promise(done => setTimeout(done, 1));
  }
  assert.ok(before.length > 0);
  assert.deepEqual(xy, before);
});

test("what arrays of 10 MB cost", async () => {
  const bytes = bytesOf(generated("10M", "measured.textmap"));
  const timed = (what, action) => {
    const started = performance.now();
    const result = action();
    console.log(`  ${what}: ${(performance.now() - started).toFixed(1)} ms`);
    return result;
  };
  const [map] = await flatline.open(bytes, {name: "measured.textmap"});
  const tables = timed("load", () => [map.vertices, map.linedefs, map.sidedefs, map.sectors, map.things]);
  const views = timed("views of all tables", () => tables.map(({view}) => [view.bytes, view.int32, view.float64]));
  timed("vertices.x and y", () => [map.vertices.x, map.vertices.y]);
  timed("four columns of linedefs", () => ["v1", "v2", "sidefront", "sideback"].map(name => map.linedefs[name]));
  const copies = timed("all columns", () => tables.flatMap(table => table.fields.map(name => table[name])));
  const sum = arrays => arrays.reduce((total, {byteLength}) => total + byteLength, 0);
  console.log(`  ${sum(views.map(([all]) => all))} bytes in memory, ${sum(copies)} in copies of all columns`);
});

test("maps that nothing refers to give their memory back", async () => {
  const text = bytesOf(generated("2M", "part.textmap"));
  const wad = wadOf(Array.from({length: 12}, (_, i) => `MAP${String(i + 1).padStart(2, "0")}`), text);
  const taken = async keeps => {
    globalThis.gc();
    const before = process.memoryUsage().external;
    const maps = await flatline.open(wad, {name: "many.wad"});
    const held = [];
    while (maps.length > 0) {
      const map = maps.shift();
      assert.equal(map.status, "ok");
      if (keeps) held.push(map);
      globalThis.gc();
      await new Promise(done => setTimeout(done, 1));
    }
    const used = process.memoryUsage().external - before;
    assert.equal(held.length, keeps ? 12 : 0);
    return used;
  };
  const dropped = await taken(false);
  const kept = await taken(true);
  console.log(`  12 maps of 2 MB: ${dropped} bytes where each is dropped, ${kept} where all are held`);
  assert.ok(dropped < 0.75 * kept, `${dropped} and ${kept}`);
});

/** A WAD with the same TEXTMAP under several labels. */
function wadOf(labels, text) {
  const lumps = labels.flatMap(label => [[label, null], ["TEXTMAP", text], ["ENDMAP", null]]);
  const wad = Buffer.alloc(12 + labels.length * text.length + lumps.length * 16);
  wad.write("PWAD", 0, "latin1");
  wad.writeUInt32LE(lumps.length, 4);
  let at = 12;
  let entry = 12 + labels.length * text.length;
  wad.writeUInt32LE(entry, 8);
  for (const [name, bytes] of lumps) {
    wad.writeUInt32LE(at, entry);
    wad.writeUInt32LE(bytes ? bytes.length : 0, entry + 4);
    wad.write(name, entry + 8, "latin1");
    if (bytes) wad.set(bytes, at);
    at += bytes ? bytes.length : 0;
    entry += 16;
  }
  return wad;
}

test("the map that is built in", async () => {
  const [map] = await flatline.open(await flatline.example(), {name: "LAMPLIGHT"});
  assert.equal(map.things.length, 18);
  assert.deepEqual(map.check(), []);
  assert.match(map.draw(), /^<svg|^<\?xml/);
});

/** Runs the program in the folder where the packed file was installed. */
function installed(words, options = {}) {
  return spawnSync(join(place, "node_modules/.bin/flatline"), words,
                   {cwd: place, encoding: "utf8", maxBuffer: 1 << 28, ...options});
}

test("npx flatline check FILE", () => {
  const file = join(root, "examples/maps/broken.textmap");
  const wanted = native(["check", file], {cwd: place});
  const ran = spawnSync("npx", ["--no-install", "flatline", "check", file], {cwd: place, encoding: "utf8"});
  assert.deepEqual([ran.status, ran.stdout], [1, wanted.stdout]);
});

test("the command is the program", () => {
  const folderOfMaps = join(place, "my maps");
  mkdirSync(join(folderOfMaps, "inner"), {recursive: true});
  for (const path of files) copyFileSync(path, join(folderOfMaps, "inner", basename(path)));
  const calls = [["check", "my maps"], ["check", "my maps/inner/broken.textmap", "--json"],
                 ["info", "my maps/inner/halls.textmap"], ["check", join(root, "examples/maps/doom.wad")],
                 ["dump", "my maps/inner/rooms.textmap"], ["check", "nothing.wad"], ["check"], ["rules"],
                 ["explain", "line-cross"], ["--version"], ["fix", "my maps/inner/halls.textmap"],
                 ["stats", "my maps"], ["diff", "my maps/inner/halls.textmap", "my maps/inner/rooms.textmap"]];
  for (const call of calls) {
    const wanted = native(call, {cwd: place});
    const ran = installed(call);
    const plain = text => text.replace(/^ *(arena|load) .*\n/gm, "").replace(/,"seconds":[^,]*/g, "");
    assert.equal(ran.status, wanted.status, `${call.join(" ")}: ${ran.stderr}`);
    assert.equal(plain(ran.stdout), plain(wanted.stdout), call.join(" "));
    assert.equal(ran.stderr, wanted.stderr, call.join(" "));
  }
  const input = readFileSync(join(root, "examples/maps/broken.textmap"));
  assert.equal(installed(["check", "-"], {input}).stdout, native(["check", "-"], {input}).stdout);
});

test("the command writes files, and none over another", () => {
  const out = join(place, "drawn.svg");
  const words = ["draw", join(root, "examples/maps/halls.textmap"), "-o", "drawn.svg"];
  assert.equal(installed(words).status, 0);
  const drawn = readFileSync(out, "utf8");
  assert.match(drawn, /<svg/);
  writeFileSync(out, "mine");
  assert.equal(installed(words).status, 2);
  assert.equal(readFileSync(out, "utf8"), "mine");
  assert.equal(installed([...words, "--force"]).status, 0);
  assert.equal(readFileSync(out, "utf8"), drawn);
  assert.ok(!existsSync(join(place, "drawn.svg.tmp")));
});
