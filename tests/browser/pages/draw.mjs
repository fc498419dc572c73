// The page that `flatline draw -o FILE.html` writes.
import assert from "node:assert/strict";
import {readFileSync, writeFileSync} from "node:fs";
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

/** A desk and a phone. */
const SCREENS = [
  {name: "desk", viewport: {width: 1280, height: 800}},
  {name: "phone", viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true},
];

/** A WAD of [name, bytes]. */
function packWad(lumps) {
  const head = Buffer.alloc(12);
  const directory = [];
  let at = 12;
  for (const [name, bytes] of lumps) {
    const row = Buffer.alloc(16);
    row.writeUInt32LE(at, 0);
    row.writeUInt32LE(bytes.length, 4);
    row.write(name, 8, "latin1");
    directory.push(row);
    at += bytes.length;
  }
  head.write("PWAD");
  head.writeUInt32LE(lumps.length, 4);
  head.writeUInt32LE(at, 8);
  return Buffer.concat([head, ...lumps.map(row => row[1]), ...directory]);
}

/** A small game: two flats and their colours. */
const game = join(folder, "game.wad");
{
  const palette = Buffer.alloc(768);
  for (let i = 0; i < 256; ++i) palette.set([i, 255 - i, 128], 3 * i);
  const checked = Buffer.alloc(4096);
  for (let i = 0; i < 4096; ++i) checked[i] = (i >> 5 & 1) ^ (i >> 11 & 1) ? 250 : 5;
  writeFileSync(game, packWad([
    ["PLAYPAL", palette], ["F_START", Buffer.alloc(0)], ["FLOOR1", checked],
    ["FLOOR2", Buffer.alloc(4096, 100)], ["F_END", Buffer.alloc(0)]]));
}

/**
 * Two rooms of 256 units, one dark, the left one with a pillar; a lift between them whose line names
 * the tag of the right room; a monster at the place of an error.
 */
const rooms = join(folder, "rooms.textmap");
{
  const points = [[0, 0], [0, 256], [256, 256], [256, 0], [512, 256], [512, 0]];
  const lines = [[0, 1, 0], [1, 2, 0], [2, 3, 0, 1, "special = 62; arg0 = 7; playeruse = true;"], [3, 0, 0],
                 [2, 4, 1], [4, 5, 1], [5, 3, 1]];
  const sides = [];
  let text = 'namespace = "zdoom";\n';
  for (const [x, y] of points) text += `vertex { x = ${x}; y = ${y}; }\n`;
  for (const [v1, v2, front, back, more = ""] of lines) {
    text += `linedef { v1 = ${v1}; v2 = ${v2}; sidefront = ${sides.push(front) - 1}; ${more} ` +
      (back === undefined ? "blocking = true; }\n" : `sideback = ${sides.push(back) - 1}; twosided = true; }\n`);
  }
  for (const sector of sides) text += `sidedef { sector = ${sector}; texturemiddle = "A"; }\n`;
  text += `sector { heightceiling = 128; texturefloor = "FLOOR1"; textureceiling = "FLOOR1"; lightlevel = 255; }
sector { heightfloor = 24; heightceiling = 128; texturefloor = "FLOOR2"; textureceiling = "FLOOR1"; lightlevel = 0; id = 7; }
thing { x = 64; y = 64; type = 1; skill1 = true; skill2 = true; skill3 = true; skill4 = true; skill5 = true; single = true; }
thing { x = 400; y = 128; type = 3004; nonsense = 1; }
thing { x = 440; y = 200; type = 3004; }
`;
  writeFileSync(rooms, text);
}
const ROOMS = ["--resources", game, "--rule", "field-unknown=error", "--target", "all"];

/** The colour at a point of the map. */
function colorAt(page, x, y) {
  return page.evaluate(([x, y]) => {
    const {view, canvas} = globalThis.flatline;
    const [px, py] = view.toScreen(x, y);
    const ratio = canvas.width / view.width;
    const copy = Object.assign(document.createElement("canvas"), {width: 1, height: 1});
    const context = copy.getContext("2d");
    context.drawImage(canvas, -Math.round(px * ratio), -Math.round(py * ratio));
    return [...context.getImageData(0, 0, 1, 1).data];
  }, [x, y]);
}

for (const {name, ...screen} of SCREENS) {
  test(`${name}: the summary has counts, findings and verdicts`, async () => {
    for (const colorScheme of ["light", "dark"]) {
      const page = await open(browser, draw(rooms, ...ROOMS), {...screen, colorScheme});
      await frames(page);
      const card = await page.locator("#card").innerText();
      for (const part of ["vertices", "7", "linedefs", "1 error", "gzdoom", "zdbsp"]) {
        assert.ok(card.includes(part), part);
      }
      assert.equal(await page.locator("#verdicts tbody tr").count(), 6);
      assert.equal(await page.title(), "rooms – rooms.textmap", "no folder in it");
      // Nothing is cut off at the side.
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${over} pixels too wide`);
      await screenshot(page, `rooms-${name}-${colorScheme}`);
      await close(page);
    }
  });

  test(`${name}: glyphs and marks stay small, and a finger finds them`, async () => {
    const page = await open(browser, draw(rooms, ...ROOMS), screen);
    const sizes = await page.evaluate(() => {
      const {view, painter} = globalThis.flatline;
      const found = [];
      for (let i = 0; i < 40; ++i) {
        view.zoomAt(view.width / 2, view.height / 2, i < 10 ? 0.5 : 1.5);
        painter.useMap();
        found.push(2 * painter.thingSize * view.scale, ...[0, 1, 2].map(s => 2 * painter.markSize(s) * view.scale));
      }
      return found;
    });
    assert.ok(Math.max(...sizes) <= 28.001, `${Math.max(...sizes)} pixels`);
    assert.ok(Math.min(...sizes) >= 7, `${Math.min(...sizes)} pixels`);
    // Beside the middle of a thing: a finger takes it, a mouse does not.
    const at = await page.evaluate(() => {
      const app = globalThis.flatline;
      app.goTo("thing", 2);
      app.select(null);
      app.view.zoomAt(app.view.width / 2, app.view.height / 2, 64 / app.view.scale);
      const edge = app.canvas.getBoundingClientRect();
      return {x: edge.left + app.view.width / 2, y: edge.top + app.view.height / 2};
    });
    const tap = (x, y) => screen.hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y);
    await tap(at.x + 20, at.y);
    assert.deepEqual((await state(page)).selection,
                     screen.hasTouch ? {kind: "thing", index: 2} : {kind: "sector", index: 1});
    if (screen.hasTouch) {
      const small = await page.evaluate(() =>
        [...document.querySelectorAll("button:not(.link), select, input:not([type=checkbox]), .layer")]
          .filter(control => control.offsetParent && control.getBoundingClientRect().height < 44)
          .map(control => control.outerHTML));
      assert.deepEqual(small, [], "controls of 44 pixels");
    }
    await close(page);
  });

  test(`${name}: the address names what is selected, and is followed`, async () => {
    const file = draw(rooms, ...ROOMS);
    const page = await open(browser, file, screen);
    const hash = () => page.evaluate(() => location.hash);
    assert.equal(await hash(), "");
    assert.equal(await page.locator("#copy").isVisible(), false);
    for (const [kind, index] of [["linedef", 2], ["thing", 1], ["sector", 1], ["vertex", 4], ["sidedef", 3]]) {
      await page.evaluate(([kind, index]) => globalThis.flatline.goTo(kind, index), [kind, index]);
      assert.equal(await hash(), `#${kind}=${index}`);
    }
    await page.evaluate(() => globalThis.flatline.chooseFinding(0));
    assert.equal(await hash(), "#finding=0");
    await page.evaluate(() => globalThis.flatline.select(null));
    assert.equal(await hash(), "");
    assert.equal(page.url().includes("#"), false);

    // Another page with such an address.
    const go = async fragment => {
      const other = await open(browser, file, screen, `#${fragment}`);
      await frames(other);
      return other;
    };
    for (const [kind, index, x, y] of [["linedef", 5, 512, 128], ["thing", 2, 440, 200], ["sector", 0, 128, 128]]) {
      const other = await go(`${kind}=${index}`);
      const now = await state(other);
      assert.deepEqual(now.selection, {kind, index});
      assert.deepEqual([now.x, now.y], [x, y], "centred");
      assert.equal(await other.locator("#selection-title").innerText(), `${kind} ${index}`);
      assert.ok(await other.locator("#selection-title").isVisible());
      if (kind === "linedef") await screenshot(other, `linked-${name}`);
      await close(other);
    }
    // A note is shown, although notes are off.
    const note = await page.evaluate(() =>
      globalThis.flatline.data.findings.findIndex(finding => finding.severity === 0));
    assert.ok(note >= 0);
    const other = await go(`finding=${note}`);
    assert.equal((await state(other)).finding, note);
    assert.equal(await other.locator("[data-severity=note]").isChecked(), true);
    assert.equal(await other.locator(`.row[data-finding="${note}"]`).getAttribute("aria-current"), "true");
    // As the address changes, and what it says of nothing.
    await other.evaluate(() => { location.hash = "#sector=1"; });
    await other.waitForFunction(() => globalThis.flatline.state.selection?.kind === "sector");
    await close(other);
    for (const wrong of ["linedef=999", "nothing=1", "finding=99999", "linedef=-1", "linedef", "%00=1", "constructor=0"]) {
      const lost = await go(wrong);
      assert.equal((await state(lost)).selection, null, wrong);
      await close(lost);
    }
    await close(page);
  });

  test(`${name}: a button copies the address`, async () => {
    const page = await open(browser, draw(rooms, ...ROOMS), screen);
    await page.evaluate(() => globalThis.flatline.goTo("linedef", 2));
    await page.click("#copy");
    await page.waitForFunction(() => document.getElementById("copy").textContent !== "Copy link");
    assert.equal(await page.locator("#copy").innerText(), "Copied");
    await page.focus("#query");
    await page.keyboard.press("Control+V");
    assert.equal(await page.inputValue("#query"), page.url());
    assert.ok(page.url().endsWith("#linedef=2"));
    await close(page);
  });

  test(`${name}: flats, brightness, a grid, tags and fronts are layers`, async () => {
    for (const colorScheme of ["light", "dark"]) {
      const page = await open(browser, draw(rooms, ...ROOMS), {...screen, colorScheme});
      await page.evaluate(() => {
        const {state} = globalThis.flatline;
        state.things.fill(false);
        state.severities.fill(false);
      });
      await page.selectOption("#fill", "flat");
      await frames(page);
      // FLOOR1 is checked in squares of 32 units, whose corner is the map's origin.
      const [blue, other] = [await colorAt(page, 16, 112), await colorAt(page, 48, 112)];
      assert.ok(Math.abs(blue[0] - other[0]) > 100, `${blue} and ${other}`);
      assert.deepEqual(await colorAt(page, 80, 112), blue);
      assert.deepEqual(await colorAt(page, 16, 80), other, "rows go down");
      const lit = await colorAt(page, 480, 40);
      const layer = label => page.locator(`[data-layer^="${label}"]`);
      await layer("Brightness").check();
      await frames(page);
      const dim = await colorAt(page, 480, 40);
      assert.ok(dim[0] + dim[1] + dim[2] < (lit[0] + lit[1] + lit[2]) / 2, `${dim} of ${lit}`);
      assert.deepEqual(await colorAt(page, 16, 112), blue, "full light changes nothing");
      const picture = async () => {
        await frames(page);
        return page.evaluate(() => document.getElementById("map").toDataURL());
      };
      let last = await picture();
      for (const label of ["Grid", "Tags", "Fronts"]) {
        await layer(label).check();
        const next = await picture();
        assert.notEqual(next, last, label);
        last = next;
      }
      await page.selectOption("#grid-size", "16");
      assert.notEqual(await picture(), last);
      const arrows = await page.evaluate(() => globalThis.flatline.model.tagArrows);
      assert.deepEqual(arrows, [{line: 2, sector: 1, fromX: 256, fromY: 128, toX: 384, toY: 128}]);
      await page.evaluate(() => globalThis.flatline.state.things.fill(true));
      await picture();
      await screenshot(page, `layers-${name}-${colorScheme}`);
      await close(page);
    }
  });
}

test("an address of a Doom 3 map names its kinds and nothing else", async () => {
  const map = join(folder, "lamp.map");
  writeFileSync(map, `Version 2
{
"classname" "worldspawn"
}
{
"classname" "light"
"origin" "8 8 8"
}
`);
  const file = draw(map);
  for (const [fragment, selection] of [["entity=1", {kind: "entity", index: 1}], ["constructor=0", null]]) {
    const page = await open(browser, file, {}, `#${fragment}`);
    assert.deepEqual((await state(page)).selection, selection, fragment);
    await close(page);
  }
});

test("without --resources there are no flats", async () => {
  const page = await open(browser, draw(rooms));
  assert.equal(await page.$eval("#fill option[value=flat]", option => option.disabled), true);
  assert.equal(await page.locator("#verdicts").isVisible(), false);
  await close(page);
});

test("an error mark has not the look of a monster", async () => {
  const page = await open(browser, draw(rooms, ...ROOMS));
  const {things, marks} = await page.evaluate(() => globalThis.flatline.data.styles);
  const monster = things.find(style => style.name === "monster");
  const error = marks.find(style => style.name === "error");
  for (const part of ["path", "light", "dark"]) assert.notEqual(monster[part], error[part]);
  await page.evaluate(() => globalThis.flatline.view.zoomAt(600, 400, 3));
  await frames(page);
  await screenshot(page, "marks");
  await close(page);
});

test("all maps: an index, its maps, and the way back", async () => {
  const wad = join(folder, "two.wad");
  const lumps = ["MAP01", "MAP02"].flatMap(name =>
    [[name, Buffer.alloc(0)], ["TEXTMAP", readFileSync(name === "MAP01" ? rooms : smallMap)], ["ENDMAP", Buffer.alloc(0)]]);
  writeFileSync(wad, packWad(lumps));
  const out = join(folder, "album");
  run("flatline", "draw", wad, "--all-maps", "-o", out, "-q");
  for (const {name, ...screen} of SCREENS) {
    for (const colorScheme of ["light", "dark"]) {
      const page = await open(browser, join(out, "index.html"), {...screen, colorScheme});
      assert.equal(await page.title(), "two.wad: 2 maps");
      assert.equal(await page.locator("#maps svg").count(), 2);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${over} pixels too wide`);
      await screenshot(page, `album-${name}-${colorScheme}`);
      assert.deepEqual(page.troubles, []);
      await page.click("text=MAP02");
      await page.waitForFunction(() => globalThis.flatline?.data.map === "MAP02");
      await page.click("#index");
      await page.waitForSelector("#maps");
      await page.context().close();
    }
  }
});

test("a PNG looks as the SVG", async () => {
  const pictures = {};
  for (const form of ["svg", "png"]) {
    const out = join(folder, `same.${form}`);
    run("flatline", "draw", rooms, "-o", out, "-q");
    const type = form === "svg" ? "image/svg+xml" : "image/png";
    pictures[form] = `data:${type};base64,${readFileSync(out).toString("base64")}`;
  }
  const context = await browser.newContext({colorScheme: "light"});
  const page = await context.newPage();
  const far = await page.evaluate(async pictures => {
    const pixels = {};
    for (const [form, source] of Object.entries(pictures)) {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), {width: 1600, height: 900});
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0, 1600, image.height * 1600 / image.width);
      pixels[form] = context.getImageData(0, 0, 1600, 900).data;
    }
    let differ = 0;
    let sum = 0;
    for (let i = 0; i < pixels.svg.length; ++i) {
      const by = Math.abs(pixels.svg[i] - pixels.png[i]);
      sum += by;
      differ += by > 64;
    }
    return {mean: sum / pixels.svg.length, share: differ / pixels.svg.length};
  }, pictures);
  console.log(`PNG and SVG: ${far.mean.toFixed(3)} of 255 apart, ${(100 * far.share).toFixed(3)} % by much`);
  assert.ok(far.mean < 1 && far.share < 0.003, JSON.stringify(far));
  await context.close();
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
