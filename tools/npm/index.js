// index.js: the package in a browser, which fetches the module beside this file.
import {init, open, openFile, example, setFinder, FlatlineFile, FlatlineMap, FlatlineError, Table, TableView}
  from "./core.js";

setFinder(() => fetch(new URL("./flatline.wasm", import.meta.url)));

export {init, open, openFile, example, FlatlineFile, FlatlineMap, FlatlineError, Table, TableView};
export default {init, open, openFile, example, FlatlineFile, FlatlineMap, FlatlineError, Table, TableView};
