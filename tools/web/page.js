"use strict";
(() => {
const byId = id => document.getElementById(id);
const make = (tag, text) => Object.assign(document.createElement(tag), {textContent: text});
const MOST_FINDINGS = 500;  // shown; the list of the drawn map has all of its own
const EXAMPLES = {
  lamplight: {name: "LAMPLIGHT"},  // built into the program
  halls: {name: "halls.textmap", text: "halls"},
  crate: {name: "crate.map", text: "crate"},
};
const SEVERITIES = ["error", "warning", "note"];  // the worst first
const SEVEN_ZIP = [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C];

/** Calls of the worker, by number. */
class Program {
  constructor() {
    const url = URL.createObjectURL(new Blob([byId("worker").textContent], {type: "text/javascript"}));
    this.worker = new Worker(url);
    this.waiting = new Map();
    this.count = 0;
    this.worker.addEventListener("message", ({data}) => {
      const {done, failed} = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.problem === undefined) done(data.value);
      else failed(new Error(data.problem));
    });
    const program = Uint8Array.from(atob(byId("program").textContent), c => c.charCodeAt(0)).buffer;
    byId("program").remove();
    this.ready = this.call("start", {program}, [program]);
  }
  call(call, data, owned = []) {
    const id = ++this.count;
    return new Promise((done, failed) => {
      this.waiting.set(id, {done, failed});
      this.worker.postMessage({id, call, ...data}, owned);
    });
  }
}

const program = new Program();
const NOTHING = {name: "", example: null, maps: [], checked: [], findings: [], summary: null, map: null,
                 problem: "", element: "", busy: false};
const state = {...NOTHING};
let turn = 0;  // of what was asked for last: answers that come later than others are dropped

const say = text => { byId("status").textContent = text; };
const time = ms => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;

// ---- The address: `#example=halls&map=halls&linedef=3`, or with file=NAME in place of the example.

/** {example, file, map, element} of an address; element is "linedef=3". */
function readAddress() {
  const named = new URLSearchParams(location.hash.slice(1));
  const {example = null, file = null, map = null} = Object.fromEntries(named);
  const rest = [...named].find(([key, value]) =>
    !["example", "file", "map"].includes(key) && /^[a-z]+$/.test(key) && /^\d{1,10}$/.test(value));
  return {example: Object.hasOwn(EXAMPLES, example ?? "") ? example : null, file, map,
          element: rest ? rest.join("=") : ""};
}

function addressOf({example, name, map}, element) {
  const named = new URLSearchParams(example ? {example} : {file: name});
  if (map !== null) named.set("map", map);
  return `#${named}${element ? `&${element}` : ""}`;
}

/** Puts what is shown into the address, without another entry in the history. */
function keepAddress() {
  try {
    history.replaceState(null, "", addressOf(state, state.element));
  } catch {
    // Some browsers take only so many changes in a while; the next selection tries again.
  }
}

/** Shows what the address names, as far as it is there. */
async function followAddress() {
  const {example, file, map, element} = readAddress();
  if (example && state.example !== example) return openExample(example, map, element);
  const isOpen = state.summary !== null && (example ? state.example === example : state.name === file);
  if (isOpen && map !== null) {
    if (map !== state.map) return choose(map, element);
    return show(element);
  }
  if (isOpen) return;
  start();
  const wanted = byId("wanted");
  wanted.hidden = file === null;
  const what = [element.replace("=", " "), map].filter(Boolean).join(" of ");
  wanted.textContent = `This address names ${what ? `${what} in ` : ""}${file}. Drop that file here to see it.`;
}

// ---- The lists

/** Where a finding is, as the command line has it. */
function placeOf(finding) {
  const parts = [finding.map, finding.lump, finding.line, finding.column];
  return parts.filter(part => part !== undefined && part !== null && part !== "").join(":");
}

function showMaps() {
  byId("maps").tBodies[0].replaceChildren(...state.maps.map((map, i) => {
    const row = document.createElement("tr");
    const button = make("button", map.map);
    button.type = "button";
    button.addEventListener("click", () => choose(map.map));
    const cell = document.createElement("td");
    cell.append(button);
    row.append(cell, make("td", map.namespace ? `${map.format}, ${map.namespace}` : map.format),
               make("td", state.checked[i].errors), make("td", state.checked[i].warnings));
    row.dataset.map = map.map;
    return row;
  }));
}

const few = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

function showFindings() {
  const {errors, warnings} = state.summary;
  const notes = state.findings.filter(finding => finding.severity === "note").length;
  byId("tally").textContent = `${few(errors, "error")}, ${few(warnings, "warning")}, ${few(notes, "note")} in ` +
    (state.maps.length === 1 ? "the map" : "all maps");
  const chosen = state.findings.filter(f => state.map === null || !f.map || f.map === state.map);
  chosen.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  byId("findings").replaceChildren(...chosen.slice(0, MOST_FINDINGS).map(finding => {
    const item = document.createElement("li");
    item.dataset.severity = finding.severity;
    item.dataset.rule = finding.rule;
    item.append(make("b", finding.severity), " ");
    if (finding.map && finding.index !== undefined) {
      const link = make("a", finding.message);
      link.href = addressOf({...state, map: finding.map}, `${finding.element}=${finding.index}`);
      // A click shows it again where the address says so already.
      link.addEventListener("click", () => { if (link.href === location.href) followAddress(); });
      item.append(link);
    } else {
      item.append(finding.message);
    }
    item.append(" ", make("small", `${placeOf(finding)} [${finding.rule}]`));
    return item;
  }));
  const left = chosen.length - MOST_FINDINGS;
  byId("more").textContent = left > 0 ? `and ${left} more` : "";
}

function showCounts() {
  const map = state.maps.find(map => map.map === state.map);
  byId("counts").textContent = map && map.counts
    ? Object.entries(map.counts).map(([name, count]) => `${count} ${name}`).join(", ") : "";
}

// ---- The drawn map

/** Has the drawn map select an element: "linedef=3". */
function show(element) {
  state.element = element;
  byId("stage").querySelector("iframe")?.contentWindow.postMessage({flatline: element}, "*");
  for (const link of byId("findings").querySelectorAll("a")) {
    link.closest("li").setAttribute("aria-current", String(link.hash === addressOf(state, element)));
  }
}

addEventListener("message", ({source, data}) => {
  const frame = byId("stage").querySelector("iframe");
  if (!frame || source !== frame.contentWindow || typeof data?.flatline !== "string") return;
  if (data.flatline !== "" && !/^[a-z]+=\d+$/.test(data.flatline)) return;
  state.element = data.flatline;
  keepAddress();
});

async function choose(map, element = "") {
  const mine = ++turn;
  Object.assign(state, {map, element, busy: true});
  for (const row of byId("maps").tBodies[0].rows) {
    row.setAttribute("aria-current", String(row.dataset.map === map));
  }
  keepAddress();
  showCounts();
  showFindings();
  const stage = byId("stage");
  stage.replaceChildren(make("p", `drawing ${map} ...`));
  try {
    const {page, milliseconds} = await program.call("draw", {map});
    if (mine !== turn) return;
    say(`${state.name}: ${map} loaded in ${time(milliseconds)}`);
    if (page === null) {
      stage.replaceChildren(make("p", "This map cannot be drawn: see what was found."));
    } else {
      const frame = document.createElement("iframe");
      frame.title = `${map} seen from above`;
      // Its scripts run, but as those of a stranger: they cannot reach this page.
      frame.sandbox = "allow-scripts";
      frame.srcdoc = page;
      // Before that the frame hears nothing: of the address, or of a finding clicked meanwhile.
      frame.addEventListener("load", () => { if (mine === turn && state.element) show(state.element); }, {once: true});
      stage.replaceChildren(frame);
    }
  } catch (error) {
    if (mine === turn) stage.replaceChildren(make("p", error.message));
  }
  if (mine === turn) state.busy = false;
}

// ---- Files

/** The screen without a file. */
function start() {
  ++turn;
  Object.assign(state, NOTHING);
  byId("stage").replaceChildren();
  byId("wanted").hidden = true;
  byId("file").value = "";
  say("");
  document.body.className = "start";
}

/** Shows a file; `bytes` gives them, or null for what is built into the program. */
async function open(name, bytes, example, wantedMap, element) {
  const mine = ++turn;
  Object.assign(state, NOTHING, {name, example, busy: true});
  document.body.className = "";
  byId("stage").replaceChildren();
  byId("counts").textContent = byId("tally").textContent = byId("more").textContent = "";
  byId("findings").replaceChildren();
  showMaps();
  say(`reading ${name} ...`);
  try {
    await program.ready;
    const given = bytes && await bytes();
    const begin = given ? new Uint8Array(given, 0, Math.min(6, given.byteLength)) : [];
    const isSeven = SEVEN_ZIP.every((byte, i) => begin[i] === byte);
    const {milliseconds, ...found} =
      await program.call("open", {name, bytes: given}, given ? [given] : []);
    if (mine !== turn) return;
    Object.assign(state, found);
    say(isSeven ? `${name}: 7z is not read here. Unpack it first, or use the command line, which reads it.`
                : `${name}: ${few(state.maps.length, "map")} loaded in ${time(milliseconds)}`);
    showMaps();
    showFindings();
    const first = state.maps.find(map => map.map === wantedMap) ||
                  state.maps.find(map => map.status === "ok") || state.maps[0];
    if (first) return await choose(first.map, first.map === wantedMap ? element : "");
    keepAddress();
    byId("stage").replaceChildren(make("p", "There is no map in this file."));
    state.busy = false;
  } catch (error) {
    if (mine !== turn) return;
    state.problem = error.message;
    state.busy = false;
    say(`${name}: ${error.message}`);
  }
}

function openFile(file) {
  // An address that waits for this file.
  const {file: named, map, element} = readAddress();
  const is = named === file.name;
  return open(file.name, () => file.arrayBuffer(), null, is ? map : null, is ? element : "");
}

function openExample(example, map = null, element = "") {
  const {name, text} = EXAMPLES[example];
  const bytes = text && (async () => new TextEncoder().encode(byId(text).textContent).buffer);
  return open(name, bytes ?? null, example, map, element);
}

addEventListener("dragover", event => { event.preventDefault(); document.body.classList.add("over"); });
addEventListener("dragleave", () => document.body.classList.remove("over"));
addEventListener("drop", event => {
  event.preventDefault();
  document.body.classList.remove("over");
  if (event.dataTransfer.files.length > 0) openFile(event.dataTransfer.files[0]);
});
byId("file").addEventListener("change", event => {
  if (event.target.files.length > 0) openFile(event.target.files[0]);
});
byId("examples").addEventListener("click", event => {
  const {example} = event.target.dataset;
  if (example) openExample(example);
});
byId("home").addEventListener("click", event => {
  event.preventDefault();
  history.replaceState(null, "", location.pathname + location.search);
  start();
});
addEventListener("hashchange", followAddress);
globalThis.flatline = {state, choose};
if (location.hash.length > 1) followAddress();
})();
