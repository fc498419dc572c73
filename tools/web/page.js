"use strict";
(() => {
const byId = id => document.getElementById(id);
const make = (tag, text) => Object.assign(document.createElement(tag), {textContent: text});
const MOST_FINDINGS = 500;  // shown; the list of the drawn map has all of its own

/** Calls of the worker, by number. */
class Program {
  constructor() {
    const url = URL.createObjectURL(new Blob([byId("worker").textContent], {type: "text/javascript"}));
    this.worker = new Worker(url);
    this.waiting = new Map();
    this.worker.addEventListener("message", ({data}) => {
      const {done, failed} = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.problem === undefined) done(data.value);
      else failed(new Error(data.problem));
    });
    const program = Uint8Array.from(atob(byId("program").textContent), c => c.charCodeAt(0)).buffer;
    byId("program").remove();
    this.ready = this.call("start", {program}, [program]);
    this.count = 0;
  }
  call(call, data, owned = []) {
    const id = this.count = (this.count || 0) + 1;
    return new Promise((done, failed) => {
      this.waiting.set(id, {done, failed});
      this.worker.postMessage({id, call, ...data}, owned);
    });
  }
}

const program = new Program();
const state = {name: "", maps: [], findings: [], summary: null, map: null, problem: "", busy: false};
let turn = 0;  // of what was asked for last: answers that come later than others are dropped

const say = text => { byId("status").textContent = text; };
const time = ms => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;

/** Where a finding is, as the command line has it. */
function placeOf(finding) {
  const parts = [finding.map, finding.lump, finding.line, finding.column];
  return parts.filter(part => part !== undefined && part !== null && part !== "").join(":");
}

function showMaps() {
  byId("maps").tBodies[0].replaceChildren(...state.maps.map(map => {
    const row = document.createElement("tr");
    const button = make("button", map.map);
    button.type = "button";
    button.addEventListener("click", () => choose(map.map));
    const cell = document.createElement("td");
    cell.append(button);
    row.append(cell, make("td", map.namespace ? `${map.format}, ${map.namespace}` : map.format),
               make("td", map.errors), make("td", map.warnings));
    row.dataset.map = map.map;
    return row;
  }));
}

function showFindings() {
  const {errors, warnings, notes} = state.summary;
  byId("tally").textContent = `${errors} errors, ${warnings} warnings, ${notes} notes in all maps`;
  const chosen = state.findings.filter(f => state.map === null || !f.map || f.map === state.map);
  byId("findings").replaceChildren(...chosen.slice(0, MOST_FINDINGS).map(finding => {
    const item = document.createElement("li");
    item.dataset.severity = finding.severity;
    item.dataset.rule = finding.rule;
    item.append(make("b", finding.severity), ` ${placeOf(finding)} ${finding.message} [${finding.rule}]`);
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

async function choose(map) {
  const mine = ++turn;
  state.map = map;
  state.busy = true;
  for (const row of byId("maps").tBodies[0].rows) {
    row.setAttribute("aria-current", String(row.dataset.map === map));
  }
  showCounts();
  showFindings();
  const stage = byId("stage");
  stage.replaceChildren(make("p", `drawing ${map} ...`));
  try {
    const {page, problem, milliseconds} = await program.call("draw", {map});
    if (mine !== turn) return;
    say(`${state.name}: ${map} loaded in ${time(milliseconds)}`);
    if (page === null) {
      stage.replaceChildren(make("p", problem || "This map cannot be drawn."));
    } else {
      const frame = document.createElement("iframe");
      frame.title = `${map} seen from above`;
      // Its scripts run, but as those of a stranger: they cannot reach this page.
      frame.sandbox = "allow-scripts";
      frame.srcdoc = page;
      stage.replaceChildren(frame);
    }
  } catch (error) {
    if (mine === turn) stage.replaceChildren(make("p", error.message));
  }
  if (mine === turn) state.busy = false;
}

async function open(file) {
  const mine = ++turn;
  Object.assign(state, {name: file.name, maps: [], findings: [], summary: null, map: null, problem: "",
                        busy: true});
  byId("stage").replaceChildren();
  byId("counts").textContent = byId("tally").textContent = byId("more").textContent = "";
  byId("findings").replaceChildren();
  showMaps();
  say(`reading ${file.name} ...`);
  try {
    await program.ready;
    const bytes = await file.arrayBuffer();
    const {milliseconds, ...found} = await program.call("open", {name: file.name, bytes}, [bytes]);
    if (mine !== turn) return;
    Object.assign(state, found);
    say(`${file.name}: ${state.maps.length} maps loaded in ${time(milliseconds)}`);
    showMaps();
    showFindings();
    const first = state.maps.find(map => map.status === "ok") || state.maps[0];
    if (first) await choose(first.map);
    else state.busy = false;
  } catch (error) {
    if (mine !== turn) return;
    state.problem = error.message;
    state.busy = false;
    say(`${file.name}: ${error.message}`);
  }
}

addEventListener("dragover", event => { event.preventDefault(); document.body.classList.add("over"); });
addEventListener("dragleave", () => document.body.classList.remove("over"));
addEventListener("drop", event => {
  event.preventDefault();
  document.body.classList.remove("over");
  if (event.dataTransfer.files.length > 0) open(event.dataTransfer.files[0]);
});
byId("file").addEventListener("change", event => {
  if (event.target.files.length > 0) open(event.target.files[0]);
});
globalThis.flatline = {state, choose};
})();
