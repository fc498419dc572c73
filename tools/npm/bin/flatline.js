#!/usr/bin/env node
// flatline: the command line, in WebAssembly. It has one thread and reads no 7z; else it is the
// program that `flatline --help` describes.
import fs from "node:fs";
import {readFile} from "node:fs/promises";

import {init, Instance} from "../core.js";
import {mountHost} from "../host_files.js";

if (process.platform === "win32") {
  console.error("flatline: on Windows use the native program");
  process.exit(2);
}

/** Writes all of a piece; what reads a pipe may take it slowly. */
function writeTo(descriptor) {
  return piece => {
    for (let at = 0; at < piece.length;) {
      try {
        at += fs.writeSync(descriptor, piece, at);
      } catch (error) {
        if (error.code === "EPIPE") process.exit(1);
        if (error.code !== "EAGAIN") throw error;
      }
    }
  };
}

init(readFile(new URL("../flatline.wasm", import.meta.url)));
const instance = await Instance.start({out: writeTo(1), err: writeTo(2)});
const {FS, ENV} = instance.module;
Object.assign(ENV, process.env);
mountHost(FS);
FS.chdir(process.cwd());
FS.streams[0].tty = null;
FS.streams[0].stream_ops = {
  read: (_, buffer, offset, length) => {
    for (;;) {
      try {
        return fs.readSync(0, buffer, offset, length, null);
      } catch (error) {
        if (error.code === "EOF") return 0;
        if (error.code !== "EAGAIN") throw error;
      }
    }
  },
};
process.exitCode = instance.run(process.argv.slice(2)).code;
