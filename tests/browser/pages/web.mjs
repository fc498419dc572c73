// The page that tools/build-web makes: five files of the corpus, and files that no map is in.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {copyFileSync, readFileSync, statSync, writeFileSync} from "node:fs";
import {createServer} from "node:http";
import {basename, dirname, join} from "node:path";
import {test, before, after} from "node:test";

import {build, close, corpus, folder, frames, open, run, screenshot, source, startBrowser}
  from "../harness.mjs";

const site = join(source, "build/web/flatline.html");
let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser?.close(); });

/** What the command line says of a file, by its name alone. */
function checked(file) {
  const ran = spawnSync(join(build, "bin/flatline"), ["check", "--json", "--no-config", basename(file)],
                        {cwd: dirname(file), encoding: "utf8", maxBuffer: 1 << 28});
  assert.ok(ran.status === 0 || ran.status === 1, ran.stderr);
  const objects = ran.stdout.trim().split("\n").map(line => JSON.parse(line));
  return {findings: objects.filter(o => o.type === "finding"),
          summary: objects.find(o => o.type === "summary")};
}

/** What `info` says of its maps, without what depends on the width of an address. */
function listed(file) {
  const ran = spawnSync(join(build, "bin/flatline"), ["info", "--json", "--no-config", basename(file)],
                        {cwd: dirname(file), encoding: "utf8", maxBuffer: 1 << 28});
  return ran.stdout.trim().split("\n").map(line => JSON.parse(line))
    .filter(o => o.type === "map").map(withoutMemory);
}
const withoutMemory = ({arena, ...map}) => map;

/** Waits until what was dropped is read, and its first map drawn. */
async function settled(page, name) {
  await page.waitForFunction(name => {
    const {state} = globalThis.flatline;
    return state.name === name && !state.busy;
  }, name, {timeout: 300000});
  return page.evaluate(() => globalThis.flatline.state);
}

async function choose(page, file) {
  await page.setInputFiles("#file", file);
  return settled(page, basename(file));
}

/** How many pixels of the drawn map are not clear. */
async function inked(page) {
  const frame = await (await page.waitForSelector("#stage iframe")).contentFrame();
  await frame.waitForSelector("#map");
  await frames(frame);
  return frame.evaluate(() => {
    const canvas = document.getElementById("map");
    const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 3; i < data.length; i += 4) count += data[i] !== 0;
    return count;
  });
}

const FILES = [
  "udmf-zdoom/andOlga__wads/JST1DOOR__maps__MAP01.wad",
  "binary-doom/devinacker__omgifol-test/test.wad",
  "archives/andOlga__wads/repacked_JST1DOOR.pk3",
  "udmf-raw-textmap/DRRP-Team__DRRP/CREDITS@df5f2a6f.map",
  "d3map/thedarkmodcommunity__test-latch/test_latch.map",
];

for (const name of FILES) {
  const file = corpus(name);
  test(`${name}: the findings of the command line, and its picture`,
       {skip: file === null && "the corpus is not here"}, async () => {
    const page = await open(browser, site);
    const state = await choose(page, file);
    const wanted = checked(file);
    assert.equal(state.problem, "");
    assert.deepEqual(state.findings, wanted.findings);
    assert.deepEqual(state.summary, wanted.summary);
    assert.deepEqual(state.maps.map(withoutMemory), listed(file));
    assert.ok(state.maps.length > 0);

    // What is shown is what was found.
    assert.equal(await page.locator("#maps tbody tr").count(), state.maps.length);
    const ofMap = state.findings.filter(f => !f.map || f.map === state.map);
    assert.equal(await page.locator("#findings li").count(), Math.min(ofMap.length, 500));
    if (ofMap.length > 0) {
      const first = await page.locator("#findings li").first().innerText();
      assert.ok(first.includes(ofMap[0].message), first);
    }
    const counts = Object.values(state.maps.find(m => m.map === state.map).counts);
    for (const count of counts) {
      assert.ok((await page.innerText("#counts")).includes(String(count)));
    }
    assert.match(await page.innerText("#status"), /loaded in [0-9.]+ ms$/);
    assert.ok(await inked(page) > 2000, "the map is drawn");
    console.log(`  ${basename(file)}: ${state.maps.length} maps, ${state.findings.length} findings as`,
                `the command line's; ${await page.innerText("#status")}`);
    await screenshot(page, `web-${basename(file)}`);
    await close(page);
  });
}

test("a dropped file is read, and the drawing zooms and pans", async () => {
  const file = join(folder, "dropped.textmap");
  run("mapgen", "--bytes", "100K", "-o", file);
  const page = await open(browser, site);
  const data = await page.evaluateHandle(text => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "dropped.textmap"));
    return transfer;
  }, readFileSync(file, "utf8"));
  await page.dispatchEvent("#drop", "drop", {dataTransfer: data});
  const state = await settled(page, "dropped.textmap");
  assert.deepEqual(state.findings, checked(file).findings);
  const frame = await (await page.waitForSelector("#stage iframe")).contentFrame();
  const look = () => frame.evaluate(() => {
    const {scale, x, y} = globalThis.flatline.view;
    return {scale, x, y};
  });
  const before = await look();
  const box = await (await page.$("#stage iframe")).boundingBox();
  await page.mouse.move(box.x + 200, box.y + 300);
  await page.mouse.wheel(0, -400);
  const zoomed = await look();
  assert.ok(zoomed.scale > before.scale);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 350, {steps: 5});
  await page.mouse.up();
  const moved = await look();
  assert.ok(moved.x !== zoomed.x && moved.y !== zoomed.y);
  await close(page);
});

test("what is refused, damaged or no map at all is said", async () => {
  const page = await open(browser, site);
  const broken = join(folder, "broken.textmap");
  copyFileSync(join(source, "examples/maps/broken.textmap"), broken);
  let state = await choose(page, broken);
  assert.deepEqual(state.findings, checked(broken).findings);
  assert.ok(state.findings.some(f => f.severity === "error"));
  assert.equal(await page.locator("#stage iframe").count(), 0);
  assert.notEqual(await page.innerText("#stage"), "");
  for (const [name, bytes] of [["empty.wad", ""], ["noise.pk3", "PK\x03\x04 not a ZIP"],
                               ["-dash.wad", "PWAD"], ["picture.png", "\x89PNG"]]) {
    const file = join(folder, name);
    writeFileSync(file, bytes, "latin1");
    state = await choose(page, file);
    assert.equal(state.maps.length, 0, name);
    if (name[0] !== "-") assert.deepEqual(state.findings, checked(file).findings, name);
    assert.ok(state.findings.length > 0, name);
  }
  await close(page);
});

test("it is one file that is soon there", () => {
  assert.ok(statSync(site).size < 1500000, `${statSync(site).size} bytes`);
});

test("7z is not read here, and the page says so", async () => {
  const page = await open(browser, site);
  assert.match(await page.innerText("header"), /7z archives are not read here/);
  const file = join(folder, "packed.7z");
  writeFileSync(file, "7z\xBC\xAF\x27\x1C\x00\x04", "latin1");
  const state = await choose(page, file);
  assert.deepEqual(state.findings.map(f => f.rule), ["archive-unreadable"]);
  assert.equal(state.maps.length, 0);
  await close(page);
});

test("its policy lets nothing leave", async () => {
  let hits = 0;
  const server = createServer((request, response) => { ++hits; response.end("x"); });
  await new Promise(done => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${server.address().port}/`;
  const page = await open(browser, site);
  const refused = await page.evaluate(async url => {
    const fails = async promise => promise.then(() => false, () => true);
    const image = new Promise((done, failed) => {
      const element = new Image();
      element.onload = done;
      element.onerror = failed;
      element.src = url;
    });
    const worker = new Worker(URL.createObjectURL(new Blob(
      [`fetch("${url}").then(() => postMessage(false), () => postMessage(true))`])));
    const inWorker = new Promise(done => { worker.onmessage = message => done(message.data); });
    return [await fails(fetch(url)), await fails(image), await fails(import(url)), await inWorker];
  }, url);
  assert.deepEqual(refused, [true, true, true, true]);
  assert.equal(hits, 0);
  server.close();
  await page.context().close();
});

