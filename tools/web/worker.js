// The npm package, beside the page: each file has an instance of its own, so that nothing of one is
// left for the next, and one that runs out of memory ends alone.
let file = null;
const times = new Map();  // that the maps of the file took to load

const answers = {
  async start({program}) {
    const unpacked = new Blob([program]).stream().pipeThrough(new DecompressionStream("gzip"));
    await init(new Response(unpacked).arrayBuffer());
  },
  async open({name, bytes}) {
    file?.free();
    file = null;
    times.clear();
    file = await openFile(bytes ?? await example(), {name});
    const started = performance.now();
    const {maps} = file.info();
    const milliseconds = performance.now() - started;
    const {findings, summary, maps: checked} = file.check();
    return {maps, findings, summary, checked, milliseconds};
  },
  async draw({map}) {
    const chosen = file.maps.find(({name}) => name === map);
    const started = performance.now();
    const loaded = chosen.status === "ok";
    if (!times.has(map)) times.set(map, performance.now() - started);
    return {page: loaded ? chosen.draw({format: "html"}) : null, milliseconds: times.get(map)};
  },
};

addEventListener("message", async ({data}) => {
  try {
    postMessage({id: data.id, value: await answers[data.call](data)});
  } catch (error) {
    postMessage({id: data.id, problem: String(error.message || error)});
  }
});
