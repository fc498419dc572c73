// The page that tools/build-web makes: its start screen, five files of the corpus, files that no map is
// in, addresses, telephones.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {copyFileSync, existsSync, readFileSync, statSync, writeFileSync} from "node:fs";
import {createServer} from "node:http";
import {basename, dirname, join} from "node:path";
import {test, before, after} from "node:test";

import {build, close, corpus, corpusFiles, folder, frames, open, run, screenshot, source, startBrowser}
  from "../harness.mjs";

const site = process.env.FLATLINE_PAGE ?? join(source, "build/web/flatline.html");
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

for (const name of corpusFiles) {
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
      const worst = ["error", "warning", "note"].find(word => ofMap.some(f => f.severity === word));
      const first = await page.locator("#findings li").first().innerText();
      assert.ok(first.includes(ofMap.find(f => f.severity === worst).message), first);
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

test("it holds the licence texts of its libraries", async () => {
  const page = await open(browser, site);
  assert.equal(await page.locator("#licences pre").isVisible(), false);
  await page.click("#licences summary");
  const text = await page.innerText("#licences pre");
  for (const name of ["Flatline", "fmt", "toml++", "fast_float", "CLI11", "zlib", "Emscripten", "musl", "libc++"]) {
    assert.match(text, new RegExp(`^${name.replaceAll("+", "\\+")}[:,].*Copyright`, "m"));
  }
  assert.ok(text.includes("Permission is hereby granted") && text.includes("Redistributions in binary form"));
  await close(page);
});

test("7z is not read here, and the page says so", async () => {
  const page = await open(browser, site);
  assert.match(await page.innerText("#seven"), /7z is not read here: .*LZMA/);
  const file = join(folder, "packed.7z");
  writeFileSync(file, "7z\xBC\xAF\x27\x1C\x00\x04", "latin1");
  const state = await choose(page, file);
  assert.deepEqual(state.findings.map(f => f.rule), ["archive-unreadable"]);
  assert.equal(state.maps.length, 0);
  assert.match(await page.innerText("#status"), /7z is not read here. Unpack it first, or use the command line/);
  await close(page);
});

/** Clicks on a button of the start screen and waits for its map. */
async function openExample(page, example, name) {
  await page.click(`[data-example="${example}"]`);
  return settled(page, name);
}

/** The selection of the drawn map, as "linedef 3", after it is `wanted`. */
async function selected(page, wanted) {
  const frame = await (await page.waitForSelector("#stage iframe")).contentFrame();
  await frame.waitForFunction(wanted => {
    const element = globalThis.flatline?.state.selection;
    return (element ? `${element.kind} ${element.index}` : "") === wanted;
  }, wanted, {timeout: 60000});
  return frame;
}

test("the start screen invites: what it does, a large place to drop, three examples", async () => {
  const page = await open(browser, site);
  assert.equal(await page.locator("#about li").count(), 3);
  const box = await page.locator("#drop").boundingBox();
  assert.ok(box.width > 600 && box.height > 200, JSON.stringify(box));
  assert.equal(await page.locator("main").isVisible(), false);
  await screenshot(page, "web-start");
  const house = await openExample(page, "lamplight", "LAMPLIGHT");
  assert.deepEqual(house.maps.map(map => [map.map, map.counts.things, map.errors]), [["LAMPLIGHT", 18, 0]]);
  assert.match(await page.innerText("#tally"), /^0 errors, 0 warnings, 0 notes in the map$/);
  assert.ok(await inked(page) > 2000);
  assert.equal(await page.locator("#welcome").isVisible(), false);
  await screenshot(page, "web-lamplight");
  await page.click("#home");
  assert.ok(await page.locator("#welcome").isVisible());
  assert.equal(new URL(page.url()).hash, "");
  const crate = await openExample(page, "crate", "crate.map");
  assert.deepEqual(crate.findings, checked(join(source, "examples/maps/crate.map")).findings);
  assert.deepEqual(crate.maps.map(map => map.format), ["doom3"]);
  assert.ok(await inked(page) > 2000);
  await screenshot(page, "web-crate");
  await page.click("#home");
  const halls = await openExample(page, "halls", "halls.textmap");
  assert.deepEqual(halls.findings, checked(join(source, "examples/maps/halls.textmap")).findings);
  // The worst first, and as many in the list of maps as were found.
  const severities = await page.locator("#findings li b").allInnerTexts();
  const ranks = severities.map(word => ["error", "warning", "note"].indexOf(word));
  assert.deepEqual(ranks, ranks.toSorted());
  assert.deepEqual(await page.locator("#maps td").allInnerTexts().then(cells => cells.slice(2)),
                   [String(halls.summary.errors), String(halls.summary.warnings)]);
  await screenshot(page, "web-halls");
  await close(page);
});

test("findings and what is clicked on the map are in the address, and an address leads there", async () => {
  const page = await open(browser, site);
  const {findings} = await openExample(page, "halls", "halls.textmap");
  const finding = findings.find(({element, index}) => index !== undefined && element !== "sector");
  const {element, index} = finding;
  const link = page.locator("#findings li a", {hasText: finding.message}).first();
  await link.click();
  const frame = await selected(page, `${element} ${index}`);
  assert.equal(new URL(page.url()).hash, `#example=halls&map=halls&${element}=${index}`);
  await page.waitForFunction(() => document.querySelector('#findings li[aria-current="true"]'));
  // The same link again, after something else was selected in the drawing.
  await frame.evaluate(() => globalThis.flatline.goTo("sector", 1));
  await page.waitForFunction(() => location.hash.endsWith("&sector=1"));
  await link.click();
  await selected(page, `${element} ${index}`);
  await close(page);

  const second = await open(browser, site, {}, "#example=halls&map=halls&sector=2");
  await selected(second, "sector 2");
  await screenshot(second, "web-address");
  await second.evaluate(() => { location.hash = "#example=crate&map=crate&brush=0"; });
  await selected(second, "brush 0");
  await close(second);

  // A file can only be dropped: the page says which one.
  const third = await open(browser, site, {}, "#file=rooms.textmap&map=rooms&linedef=4");
  assert.equal(await third.innerText("#wanted"),
               "This address names linedef 4 of rooms in rooms.textmap. Drop that file here to see it.");
  await screenshot(third, "web-wanted");
  await choose(third, join(source, "examples/maps/rooms.textmap"));
  await selected(third, "linedef 4");
  assert.equal(new URL(third.url()).hash, "#file=rooms.textmap&map=rooms&linedef=4");
  await third.evaluate(() => { location.hash = "#file=<b>&map=x&constructor=0"; });
  assert.match(await third.innerText("#wanted"), /^This address names constructor 0 of x in <b>\./);
  await close(third);
});

for (const colorScheme of ["light", "dark"]) {
  test(`on a telephone nothing is cut off, ${colorScheme}`, async () => {
    const page = await open(browser, site,
                            {viewport: {width: 390, height: 844}, isMobile: true, hasTouch: true, colorScheme});
    const widths = () => page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.deepEqual(await widths(), [390, 390]);
    const [ground, text] = await page.evaluate(() => {
      const style = getComputedStyle(document.body);
      return [style.backgroundColor, style.color].map(color => Number(/\d+/.exec(color)[0]));
    });
    assert.equal(ground < text, colorScheme === "dark");
    await screenshot(page, `web-phone-start-${colorScheme}`);
    await page.tap('[data-example="halls"]');
    await settled(page, "halls.textmap");
    assert.ok(await inked(page) > 1000);
    assert.deepEqual(await widths(), [390, 390]);
    const stage = await page.locator("#stage").boundingBox();
    assert.ok(stage.width >= 389 && stage.height > 500, JSON.stringify(stage));
    await screenshot(page, `web-phone-${colorScheme}`);
    await page.locator("#findings li a").first().scrollIntoViewIfNeeded();
    await screenshot(page, `web-phone-list-${colorScheme}`);
    await close(page);
  });
}

test("the same page for a server: its policy has no unsafe-inline, and it asks for its icon alone", async () => {
  const served = join(source, "build/release-files/web");
  assert.ok(existsSync(join(served, "icon.svg")));
  const text = readFileSync(join(served, "index.html"), "utf8");
  const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(text);
  assert.ok(!policy.includes("unsafe-inline") && policy.includes("'wasm-unsafe-eval'"), policy);
  assert.ok(policy.includes("default-src 'none'") && policy.includes("connect-src 'none'"), policy);
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    const name = request.url === "/" ? "index.html" : request.url.slice(1);
    response.setHeader("content-type", name.endsWith(".svg") ? "image/svg+xml" : "text/html");
    response.end(existsSync(join(served, name)) ? readFileSync(join(served, name)) : "");
  });
  await new Promise(done => server.listen(0, "127.0.0.1", done));
  const page = await browser.newPage();
  const troubles = [];
  page.on("console", message => troubles.push(message.text()));
  page.on("pageerror", error => troubles.push(error.message));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await openExample(page, "lamplight", "LAMPLIGHT");
  assert.ok(await inked(page) > 2000);
  assert.deepEqual(troubles, []);
  assert.deepEqual(asked.filter(url => !["/", "/icon.svg"].includes(url)), []);
  await page.close();
  server.close();
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

