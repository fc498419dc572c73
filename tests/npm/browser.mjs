// The package in headless Chromium, from a server of its own: arrays, findings and pictures beside
// those of the program of this machine.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {createServer} from "node:http";
import {basename, extname, join} from "node:path";
import {test, before, after} from "node:test";

import {startBrowser} from "../browser/harness.mjs";
import {dumped, files, findingsOf, folder, native} from "./native.mjs";

const TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"};
const installed = join(process.env.FLATLINE_INSTALLED, "node_modules/flatline");
let browser;
let server;
let page;

before(async () => {
  server = createServer((request, response) => {
    const path = new URL(request.url, "http://x").pathname;
    if (path === "/") {
      response.setHeader("content-type", "text/html");
      return response.end("<!DOCTYPE html><title>maps</title>");
    }
    const number = /^\/file\/(\d+)$/.exec(path);
    const file = number ? files[number[1]]
      : path === "/same.mjs" ? new URL("same.mjs", import.meta.url) : join(installed, path);
    response.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
    // The module is compiled under a policy that lets no text be run.
    response.setHeader("content-security-policy", "script-src 'self' 'wasm-unsafe-eval'");
    try {
      response.end(readFileSync(file));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise(done => server.listen(0, "127.0.0.1", done));
  browser = await startBrowser();
  page = await browser.newPage();
  page.on("pageerror", error => { throw error; });
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
});
after(async () => {
  await browser?.close();
  server?.close();
});

for (const [number, path] of files.entries()) {
  test(`${basename(path)}: arrays, findings and pictures in Chromium`, async () => {
    const info = native(["info", path, "--json", "--no-config"]).stdout.trim().split("\n").map(JSON.parse);
    const maps = info.filter(row => row.type === "map").map(({map, status}) => {
      const drawn = join(folder, "browser.svg");
      native(["draw", path, "--map", map, "-o", drawn, "--force", "--no-config"]);
      return {
        name: map, findings: findingsOf(path, map),
        dump: status === "ok" ? dumped(path, map) : null,
        svg: status === "ok" ? readFileSync(drawn, "utf8") : null,
      };
    });
    const wrong = await page.evaluate(async ({number, path, maps}) => {
      const flatline = await import("/index.js");
      const {differs, differsFromDump} = await import("/same.mjs");
      const bytes = await (await fetch(`/file/${number}`)).arrayBuffer();
      const found = await flatline.open(bytes, {name: path});
      if (found.length !== maps.length) return `${found.length} maps`;
      for (const [i, map] of found.entries()) {
        const {name, findings, dump, svg} = maps[i];
        if (map.name !== name) return `${map.name} and ${name}`;
        const different = differs(map.check(), findings, "findings") ||
                          (dump === null ? "" : differsFromDump(map, dump)) ||
                          (svg !== null && map.draw() !== svg ? "another picture" : "");
        if (different) return different;
        map.free();
      }
      return "";
    }, {number, path, maps});
    assert.equal(wrong, "");
  });
}
