// native.mjs: what the tests in Node and in the browser share: the files, and what the program of this
// machine says of them.
import {spawnSync} from "node:child_process";
import {readFileSync} from "node:fs";
import {join} from "node:path";

import {build, corpus, corpusFiles, folder, run, source as root} from "../browser/harness.mjs";

export {folder, root};

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
/** Paths of files with maps: those of the tree, and of the corpus where it is beside it. */
export const files = [...inTree.map(name => join(root, name)),
                      ...corpusFiles.map(corpus).filter(path => path !== null)];

export const bytesOf = path => new Uint8Array(readFileSync(path));

/** Generates a TEXTMAP of about `size` bytes. */
export function generated(size, name) {
  const file = join(folder, name);
  run("mapgen", "--bytes", size, "-o", file);
  return file;
}
