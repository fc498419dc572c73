// harness.mjs: what the tests of every page share: a browser, pages that must stay silent and must
// not ask for anything, programs of the build, and the inputs of people.
import {execFileSync} from "node:child_process";
import {mkdtempSync, rmSync, existsSync} from "node:fs";
import {createRequire} from "node:module";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";
import assert from "node:assert/strict";

const modules = process.env.FLATLINE_MODULES;
const {chromium} = createRequire(join(modules, "package.json"))("playwright-core");

export const source = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const build = process.env.FLATLINE_BUILD;
export const shared = process.env.FLATLINE_SHARED;
export const screenshots = process.env.FLATLINE_SCREENSHOTS;

/** A folder that goes with the process. */
export const folder = mkdtempSync(join(tmpdir(), "flatline-browser-"));
process.on("exit", () => rmSync(folder, {recursive: true, force: true}));

/** Runs a program of the build; one that fails fails the test. */
export function run(program, ...words) {
  return execFileSync(join(build, "bin", program), words, {encoding: "utf8"});
}

/** A file of the corpus, or null where that is not beside the tree. */
export function corpus(name) {
  const path = join(shared, "corpus/open", name);
  return existsSync(path) ? path : null;
}

/** Files of the corpus, one of each kind of map and a PK3. */
export const corpusFiles = [
  "udmf-zdoom/andOlga__wads/JST1DOOR__maps__MAP01.wad",
  "binary-doom/devinacker__omgifol-test/test.wad",
  "archives/andOlga__wads/repacked_JST1DOOR.pk3",
  "udmf-raw-textmap/DRRP-Team__DRRP/CREDITS@df5f2a6f.map",
  "d3map/thedarkmodcommunity__test-latch/test_latch.map",
];

/** Debian's chromium, without windows. */
export async function startBrowser() {
  const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";
  // A sandbox needs rights that root has given up; nothing but our own pages is opened.
  return chromium.launch({executablePath, args: ["--no-sandbox"]});
}

/**
 * Opens a file in a context of its own, with a `fragment` of the address if one is given. What the
 * page says on the console, its exceptions and its requests for anything but itself are kept in
 * `page.troubles`, which `close` wants empty.
 */
export async function open(browser, file, options = {}, fragment = "") {
  const context = await browser.newContext({viewport: {width: 1200, height: 800}, ...options});
  const page = await context.newPage();
  const url = pathToFileURL(file).href;
  page.troubles = [];
  page.on("console", message => page.troubles.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", error => page.troubles.push(`exception: ${error.stack}`));
  page.on("request", request => {
    // What a page made itself is fetched from nowhere.
    if (request.url().split("#")[0] !== url && !/^(data|blob):/.test(request.url())) {
      page.troubles.push(`request: ${request.url()}`);
    }
  });
  await page.goto(url + fragment);
  return page;
}

/** Ends a page, which must have been silent. */
export async function close(page) {
  assert.deepEqual(page.troubles, []);
  await page.context().close();
}

/** Waits until two frames were drawn. */
export function frames(page) {
  return page.evaluate(() => new Promise(done =>
    requestAnimationFrame(() => requestAnimationFrame(() => done()))));
}

/** Two fingers at distance `from` on a line through (x, y) end at distance `to`. */
export async function pinch(page, x, y, from, to) {
  const client = await page.context().newCDPSession(page);
  const touch = (type, apart) => client.send("Input.dispatchTouchEvent", {
    type,
    touchPoints: type === "touchEnd" ? [] : [{x: x - apart / 2, y, id: 1}, {x: x + apart / 2, y, id: 2}],
  });
  await touch("touchStart", from);
  const steps = 10;
  for (let i = 1; i <= steps; ++i) await touch("touchMove", from + (to - from) * i / steps);
  await touch("touchEnd");
}

/** A screenshot into the folder of --screenshots, where it was given. */
export async function screenshot(page, name) {
  if (screenshots) await page.screenshot({path: join(screenshots, `${name}.png`)});
}
