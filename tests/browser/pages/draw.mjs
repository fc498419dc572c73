// The page that `flatline draw -o FILE.html` writes.
import assert from "node:assert/strict";
import {writeFileSync} from "node:fs";
import {createServer} from "node:http";
import {basename, join} from "node:path";
import {test, before, after} from "node:test";

import {close, corpus, folder, frames, open, pinch, run, screenshot, source, startBrowser}
  from "../harness.mjs";

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser?.close(); });

let drawn = 0;
/** Draws a map to a new page. */
function draw(map, ...options) {
  const out = join(folder, `${++drawn}.html`);
  run("flatline", "draw", map, "-o", out, "-q", ...options);
  return out;
}

/** A map that every test can draw: rooms with findings of several severities. */
const smallMap = join(folder, "small.textmap");
run("mapgen", "--bytes", "200K", "-o", smallMap);

/** What the page shows and has selected. */
function state(page) {
  return page.evaluate(() => {
    const {view, state} = globalThis.flatline;
    return {x: view.x, y: view.y, scale: view.scale, fit: view.fitScale, dark: globalThis.flatline.painter.dark,
            width: view.width, height: view.height, selection: state.selection, finding: state.finding};
  });
}

/** How many pixels of the canvas are not clear. */
function inked(page) {
  return page.evaluate(() => {
    const canvas = document.getElementById("map");
    const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 3; i < data.length; i += 4) count += data[i] !== 0;
    return count;
  });
}

test("opens, draws, and asks for nothing", async () => {
  const page = await open(browser, draw(smallMap));
  await frames(page);
  assert.ok(await inked(page) > 10000);
  await close(page);
});

test("its policy forbids the network", async () => {
  let hits = 0;
  const server = createServer((request, response) => { ++hits; response.end("x"); });
  await new Promise(done => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${server.address().port}/`;
  const page = await open(browser, draw(smallMap));
  const outcome = await page.evaluate(async url => {
    const fails = async promise => promise.then(() => false, () => true);
    const loads = (tag, name) => new Promise((done, failed) => {
      const element = document.createElement(tag);
      element.onload = done;
      element.onerror = failed;
      element[name] = url;
      document.head.append(element);
    });
    const link = () => new Promise((done, failed) => {
      const element = document.createElement("link");
      element.rel = "stylesheet";
      element.onload = done;
      element.onerror = failed;
      element.href = url;
      document.head.append(element);
    });
    let inline = true;
    const script = document.createElement("script");
    script.textContent = "globalThis.injected = true;";
    document.head.append(script);
    inline = globalThis.injected !== true;
    return {fetch: await fails(fetch(url)), image: await fails(loads("img", "src")),
            script: await fails(loads("script", "src")), style: await fails(link()),
            beacon: await fails(import(url)), inline};
  }, url);
  assert.deepEqual(outcome,
                   {fetch: true, image: true, script: true, style: true, beacon: true, inline: true});
  assert.equal(hits, 0);
  server.close();
  await page.context().close();
});

test("a click on a finding centres its element and explains its rule", async () => {
  const page = await open(browser, draw(smallMap));
  await page.selectOption("#rule", {index: 1});
  const row = page.locator("#finding-list .row").nth(3);
  const index = Number(await row.getAttribute("data-finding"));
  await row.click();
  await frames(page);
  const {x, y, scale, fit, finding, selection} = await state(page);
  const expected = await page.evaluate(i => globalThis.flatline.data.findings[i], index);
  assert.equal(finding, index);
  assert.deepEqual([x, y], [expected.x, expected.y]);
  assert.ok(scale > fit);
  assert.deepEqual(selection, {kind: expected.element, index: expected.index});
  const details = await page.locator("#details").innerText();
  const rule = await page.evaluate(id => globalThis.flatline.data.rules[id], expected.rule);
  for (const part of [expected.rule, expected.message, rule.why, rule.mend]) {
    assert.ok(details.includes(part), part);
  }
  assert.match(await page.locator("#selection-title").innerText(), /^\w+ \d+$/);
  assert.ok(await page.locator("#details dd").count() > 8, "its fields");
  assert.equal(await row.getAttribute("aria-current"), "true");
  await close(page);
});

test("a click on the map picks what is there, with its fields", async () => {
  const page = await open(browser, draw(smallMap));
  await page.evaluate(() => globalThis.flatline.goTo("linedef", 5));
  await frames(page);
  const at = await page.evaluate(() => {
    const {model, view, canvas, state} = globalThis.flatline;
    state.selection = null;
    state.severities.fill(false);
    state.things.fill(false);
    const box = model.lineBox(5);
    const [x, y] = view.toScreen(box.x, box.y);
    const edge = canvas.getBoundingClientRect();
    return {x: x + edge.left, y: y + edge.top};
  });
  await page.mouse.click(at.x, at.y);
  assert.deepEqual((await state(page)).selection, {kind: "linedef", index: 5});
  const fields = await page.locator("#details dt").allInnerTexts();
  for (const name of ["v1", "v2", "sidefront", "special", "flags"]) assert.ok(fields.includes(name));
  // Its vertex is a link.
  await page.locator("#details .link", {hasText: "vertex"}).first().click();
  assert.equal((await state(page)).selection.kind, "vertex");
  // A thing and a sector, by their places.
  for (const kind of ["thing", "sector"]) {
    const found = await page.evaluate(kind => {
      const app = globalThis.flatline;
      app.state.things.fill(true);
      app.state.lines.fill(false);
      const [x, y] = kind === "thing" ? [app.model.thingX[0], app.model.thingY[0]]
                                      : [app.view.bounds.left + 1, app.view.bounds.top - 1];
      if (kind === "thing") app.view.moveTo(x, y);
      app.pick(...app.view.toScreen(x, y));
      return app.state.selection;
    }, kind);
    if (kind === "thing") assert.equal(found.kind, "thing");
    else assert.equal(found, null, "nothing is outside of the map");
  }
  await close(page);
});

test("sectors are picked by the even-odd rule", async () => {
  const page = await open(browser, draw(smallMap));
  const wrong = await page.evaluate(() => {
    // Beside the middle of each line lies the sector of its front.
    const {model} = globalThis.flatline;
    let wrong = 0;
    for (let i = 0; i < model.count("linedef"); ++i) {
      const [x1, y1] = [model.x[model.v1[i]], model.y[model.v1[i]]];
      const [x2, y2] = [model.x[model.v2[i]], model.y[model.v2[i]]];
      const length = Math.hypot(x2 - x1, y2 - y1);
      const x = (x1 + x2) / 2 + (y2 - y1) / length * 0.1;
      const y = (y1 + y2) / 2 - (x2 - x1) / length * 0.1;
      wrong += model.sectorAt(x, y) !== model.sideSector[model.front[i]];
    }
    return wrong;
  });
  assert.equal(wrong, 0);
  await close(page);
});

test("keys pan, zoom and walk through findings", async () => {
  const page = await open(browser, draw(smallMap));
  await page.focus("#map");
  const start = await state(page);
  await page.keyboard.press("+");
  const zoomed = await state(page);
  assert.ok(zoomed.scale > start.scale);
  await page.keyboard.press("ArrowRight");
  assert.ok((await state(page)).x > zoomed.x);
  await page.keyboard.press("ArrowUp");
  assert.ok((await state(page)).y > zoomed.y);
  await page.keyboard.press("-");
  assert.ok((await state(page)).scale < zoomed.scale);
  await page.keyboard.press("0");
  assert.equal((await state(page)).scale, start.scale);
  await page.keyboard.press("n");
  const first = (await state(page)).finding;
  await page.keyboard.press("n");
  assert.notEqual((await state(page)).finding, first);
  await page.keyboard.press("p");
  assert.equal((await state(page)).finding, first);
  await page.keyboard.press("Escape");
  assert.deepEqual([(await state(page)).finding, (await state(page)).selection], [-1, null]);
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "query");
  await close(page);
});

test("the mouse drags and its wheel zooms where it points", async () => {
  const page = await open(browser, draw(smallMap));
  const start = await state(page);
  await page.mouse.move(300, 400);
  await page.mouse.wheel(0, -400);
  await frames(page);
  const zoomed = await state(page);
  assert.ok(zoomed.scale > 2 * start.scale);
  assert.ok(zoomed.x < start.x, "towards the pointer");
  await page.mouse.down();
  await page.mouse.move(420, 400, {steps: 5});
  await page.mouse.up();
  const dragged = await state(page);
  assert.ok(Math.abs(dragged.x - Math.max(zoomed.x - 120 / zoomed.scale,
    await page.evaluate(() => globalThis.flatline.view.bounds.left))) < 1e-6);
  assert.equal(dragged.selection, null, "a drag selects nothing");
  await close(page);
});

test("two fingers zoom, one pans, a tap selects", async () => {
  const page = await open(browser, draw(smallMap), {hasTouch: true});
  const start = await state(page);
  await pinch(page, 350, 400, 100, 300);
  const zoomed = await state(page);
  assert.ok(zoomed.scale > 2.5 * start.scale && zoomed.scale < 3.5 * start.scale);
  await pinch(page, 350, 400, 300, 100);
  assert.ok((await state(page)).scale < 1.3 * start.scale);
  assert.equal((await state(page)).selection, null);
  const at = await page.evaluate(() => {
    const app = globalThis.flatline;
    app.state.severities.fill(false);
    app.goTo("thing", 0);
    app.select(null);
    const edge = app.canvas.getBoundingClientRect();
    return {x: edge.left + app.view.width / 2, y: edge.top + app.view.height / 2};
  });
  await page.touchscreen.tap(at.x, at.y);
  assert.equal((await state(page)).selection?.kind, "thing");
  await close(page);
});

test("search by index, tag and type", async () => {
  const page = await open(browser, draw(smallMap));
  await page.fill("#query", "sector 3");
  await page.keyboard.press("Enter");
  assert.deepEqual((await state(page)).selection, {kind: "sector", index: 3});
  const tag = await page.evaluate(() => globalThis.flatline.model.tag.find(tag => tag !== 0));
  await page.fill("#query", `tag ${tag}`);
  const rows = await page.locator("#hits .row").allInnerTexts();
  const expected = await page.evaluate(tag => {
    const {tables} = globalThis.flatline.model;
    return ["sector", "linedef", "thing"].flatMap(kind => [...tables[kind].values("id")]
      .map((id, index) => [id, `${kind} ${index}`]).filter(([id]) => id === tag).map(row => row[1]));
  }, tag);
  for (const row of expected) assert.ok(rows.includes(row), row);
  await page.locator("#hits .row").first().click();
  assert.ok((await state(page)).selection !== null);
  await page.fill("#query", "type 1");
  await page.keyboard.press("Enter");
  const {selection} = await state(page);
  assert.ok(selection !== null);
  await page.fill("#query", "linedef 99999999");
  assert.deepEqual(await page.locator("#hits .row").allInnerTexts(), ["nothing found"]);
  await close(page);
});

test("findings are filtered by severity, rule and text", async () => {
  const page = await open(browser, draw(smallMap));
  const count = () => page.evaluate(() => globalThis.flatline.findings.matches.length);
  // Notes are off at first.
  const loud = await count();
  await page.locator("[data-severity=note]").check();
  const all = await count();
  assert.ok(all > 10);
  const notes = await page.evaluate(() =>
    globalThis.flatline.data.findings.filter(finding => finding.severity === 0).length);
  assert.equal(loud, all - notes);
  await page.selectOption("#rule", {index: 1});
  const rule = await page.locator("#rule").inputValue();
  assert.equal(await count(), await page.evaluate(rule =>
    globalThis.flatline.data.findings.filter(finding => finding.rule === rule).length, rule));
  await page.selectOption("#rule", "");
  await page.fill("#finding-text", "no such words");
  assert.equal(await count(), 0);
  assert.equal(await page.locator("#finding-list .row").count(), 0);
  await close(page);
});

test("light and dark, by the system and by the switch", async () => {
  const page = await open(browser, draw(smallMap), {colorScheme: "dark"});
  const ground = () => page.evaluate(() =>
    getComputedStyle(document.getElementById("stage")).backgroundColor);
  assert.equal((await state(page)).dark, true);
  assert.equal(await ground(), "rgb(22, 24, 27)");
  await page.click("#theme");
  assert.equal((await state(page)).dark, false);
  assert.equal(await ground(), "rgb(255, 255, 255)");
  await page.click("#theme");
  assert.equal((await state(page)).dark, true);
  await page.click("#theme");
  await page.emulateMedia({colorScheme: "light"});
  await page.waitForFunction(() => !globalThis.flatline.painter.dark);
  await close(page);
});

test("layers change what is drawn", async () => {
  const map = join(source, "tests/maps/slopes.textmap");
  const page = await open(browser, draw(map, "--build-nodes"));
  const picture = async () => {
    await frames(page);
    return page.evaluate(() => document.getElementById("map").toDataURL());
  };
  let last = await picture();
  for (const layer of ["One-sided", "Slopes: outline, arrow down", "Subsectors (built)",
                       "Blockmap (built)", "Vertices"]) {
    await page.locator(`[data-layer="${layer}"]`).click();
    const next = await picture();
    assert.notEqual(next, last, layer);
    last = next;
  }
  for (const fill of ["ceiling", "light", "tag", "none"]) {
    await page.selectOption("#fill", fill);
    assert.equal(await page.evaluate(() => globalThis.flatline.state.fill), fill);
  }
  await close(page);
});

test("controls have names and can be reached by keys", async () => {
  const page = await open(browser, draw(smallMap));
  const unnamed = await page.evaluate(() => [...document.querySelectorAll("button, input, select")]
    .filter(control => !control.hidden && control.textContent.trim() === "" &&
                       !control.getAttribute("aria-label") && !control.labels?.length)
    .map(control => control.outerHTML));
  assert.deepEqual(unnamed, []);
  for (let i = 0; i < 6; ++i) await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "map");
  await close(page);
});

test("text of the map stays text", async () => {
  const evil = "</script><script>globalThis.hacked=1</script><img src=x onerror=hacked=1>";
  const map = join(folder, "<img src=x onerror=hacked=1>.textmap");
  const field = String.raw`user_a = "${evil.replaceAll('"', String.raw`\"`)}<!--]]>";`;
  writeFileSync(map, `namespace = "zdoom";
vertex { x = 0; y = 0; } vertex { x = 0; y = 64; } vertex { x = 64; y = 0; }
linedef { v1 = 0; v2 = 1; sidefront = 0; } linedef { v1 = 1; v2 = 2; sidefront = 1; }
linedef { v1 = 2; v2 = 0; sidefront = 2; ${field} }
sidedef { sector = 0; texturemiddle = "${evil}"; } sidedef { sector = 0; } sidedef { sector = 0; }
sector { heightceiling = 64; texturefloor = "<b>"; textureceiling = "\xFF\x01</style>"; }
thing { x = 8; y = 8; type = 1; }`, "latin1");
  const page = await open(browser, draw(map));
  await page.evaluate(() => globalThis.flatline.goTo("linedef", 2));
  assert.ok((await page.locator("#details").innerText()).includes(evil));
  await page.evaluate(() => globalThis.flatline.goTo("sidedef", 0));
  assert.ok((await page.locator("#details").innerText()).includes(evil));
  assert.equal(await page.evaluate(() => globalThis.hacked), undefined);
  assert.ok((await page.title()).includes("<img src=x"));
  await close(page);
});

test("the map of 10 MB answers within 3 seconds", async () => {
  const map = join(folder, "ten.textmap");
  run("mapgen", "--bytes", "10M", "-o", map);
  const file = draw(map);
  const start = performance.now();
  const page = await open(browser, file);
  await frames(page);
  const shown = performance.now();
  await page.locator("#finding-list .row").first().click();
  await frames(page);
  const answered = performance.now();
  assert.equal((await state(page)).finding >= 0, true);
  await page.focus("#map");
  await page.keyboard.press("0");
  await frames(page);
  const steps = 20;
  const from = performance.now();
  for (let i = 0; i < steps; ++i) {
    await page.keyboard.press(i % 2 ? "+" : "ArrowRight");
    await frames(page);
  }
  const frame = (performance.now() - from) / steps;
  console.log(`10 MB: shown after ${Math.round(shown - start)} ms, answers after ` +
              `${Math.round(answered - start)} ms, then ${Math.round(frame)} ms a step`);
  assert.ok(answered - start < 3000);
  await screenshot(page, "ten");
  await close(page);
});

const CORPUS = [
  "udmf-zdoom/nadams__legendary/map01.wad",
  "udmf-srb2/LeonardoTheMutant__SRB2-Murder-Mystery/MAPKD@6340eddf.WAD",
  "d3map/raynorpat__xreal/base__maps__gwdm2.map",
  "binary-doom/fragglet__wadptr/test__crymap02.wad",
];
for (const name of CORPUS) {
  const map = corpus(name);
  test(`corpus: ${name}`, {skip: map ? false : "the corpus is not beside the tree"}, async () => {
    for (const colorScheme of ["light", "dark"]) {
      const page = await open(browser, draw(map), {colorScheme});
      await frames(page);
      assert.ok(await inked(page) > 10000);
      await page.locator("#finding-list .row").first().click();
      await frames(page);
      await screenshot(page, `${basename(name)}-${colorScheme}-finding`);
      await page.focus("#map");
      await page.keyboard.press("Escape");
      await page.keyboard.press("0");
      await frames(page);
      await screenshot(page, `${basename(name)}-${colorScheme}`);
      await close(page);
    }
  });
}

test("pictures are pictures to a browser, too", async () => {
  const out = join(folder, "a.svg");
  run("flatline", "draw", smallMap, "-o", out, "-q");
  const page = await open(browser, out);
  const counts = await page.evaluate(() => [
    document.documentElement.tagName, document.querySelectorAll("parsererror").length,
    document.querySelectorAll("#sectors path").length > 10]);
  assert.deepEqual(counts, ["svg", 0, true]);
  await close(page);
});
