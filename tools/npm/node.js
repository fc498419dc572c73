// node.js: the package in Node, which reads the module beside this file.
import {readFile} from "node:fs/promises";

import {setFinder} from "./core.js";
import flatline from "./index.js";

setFinder(() => readFile(new URL("./flatline.wasm", import.meta.url)));

export * from "./index.js";
export default flatline;
