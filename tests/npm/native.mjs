// native.mjs: what the tests in Node and in the browser share: the files, and what the program of this
// machine says of them.
import {spawnSync} from "node:child_process";
import {existsSync, mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const build = process.env.FLATLINE_BUILD ?? join(root, "build/release");
const shared = process.env.FLATLINE_SHARED ?? join(root, "../shared");

/** A folder that goes with the process. */
export const folder = mkdtempSync(join(tmpdir(), "flatline-npm-"));
process.on("exit", () => rmSync(folder, {recursive: true, force: true}));

/** Runs the program of this machine: {status, stdout, stderr}. */
export function native(words, options = {}) {
  return spawnSync(join(build, "bin/flatline"), words, {encoding: "utf8", maxBuffer: 1 << 30, ...options});
}
/** The rows that a command prints with --json. */
export function rows(words) {
  return native([...words, "--json", "--no-config"]).stdout.trim().split("\n").map(line => JSON.parse(line));
}
export function dumped(file, map) {
  return JSON.parse(native(["dump", file, "--map", map, "--no-config"]).stdout);
}
export function findingsOf(file, map, ...words) {
  return rows(["check", file, "--map", map, ...words]).filter(row => row.type === "finding");
}

const inTree = ["examples/maps/doom.wad", "examples/maps/dsda.wad", "examples/maps/woof.wad",
                "examples/maps/srb2.wad", "examples/maps/srb2_binary.wad", "examples/maps/halls.textmap",
                "examples/maps/rooms.textmap", "examples/maps/unchecked.textmap",
                "examples/maps/broken.textmap", "examples/maps/crate.map"];
const inCorpus = ["udmf-zdoom/andOlga__wads/JST1DOOR__maps__MAP01.wad",
                  "binary-doom/devinacker__omgifol-test/test.wad",
                  "archives/andOlga__wads/repacked_JST1DOOR.pk3",
                  "udmf-raw-textmap/DRRP-Team__DRRP/CREDITS@df5f2a6f.map",
                  "d3map/thedarkmodcommunity__test-latch/test_latch.map"];
/** Paths of files with maps: those of the tree, and of the corpus where it is beside it. */
export const files = [...inTree.map(name => join(root, name)),
                      ...inCorpus.map(name => join(shared, "corpus/open", name)).filter(existsSync)];

export const bytesOf = path => new Uint8Array(readFileSync(path));

/** Generates a TEXTMAP of about `size` bytes. */
export function generated(size, name) {
  const file = join(folder, name);
  const ran = spawnSync(join(build, "bin/mapgen"), ["--bytes", size, "-o", file], {encoding: "utf8"});
  if (ran.status !== 0) throw new Error(ran.stderr || String(ran.error));
  return file;
}
