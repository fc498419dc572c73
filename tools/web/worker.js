// The program, beside the page: each command runs in a fresh instance, so that nothing of one file
// is left for the next, and one that runs out of memory ends alone.
let compiled = null;
let file = null;  // {name, bytes}

/** Runs a command of the command line; {code, lines, problem, text} with `output`, read if made. */
async function command(words, output) {
  const lines = [];
  const problems = [];
  const program = await FlatlineModule({
    print: line => lines.push(line),
    printErr: line => problems.push(line),
    instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(compiled, imports).then(instance => done(instance, compiled));
      return {};
    },
  });
  program.FS.mkdir("/maps");
  program.FS.chdir("/maps");
  program.FS.writeFile(file.name, file.bytes);
  const started = performance.now();
  const code = program.callMain(words);
  const milliseconds = performance.now() - started;
  const exists = output && program.FS.analyzePath(output).exists;
  const text = exists ? program.FS.readFile(output, {encoding: "utf8"}) : null;
  return {code, lines, problem: problems.join("\n"), text, milliseconds};
}

/** The objects of a report in JSON Lines. */
async function report(...words) {
  const ran = await command([...words, "--json", "--no-config"]);
  const objects = ran.lines.map(line => JSON.parse(line));
  if (objects.length === 0) throw new Error(ran.problem || `ended with ${ran.code}`);
  return {objects, milliseconds: ran.milliseconds};
}

const answers = {
  async start({program}) {
    const unpacked = new Blob([program]).stream().pipeThrough(new DecompressionStream("gzip"));
    compiled = await WebAssembly.compile(await new Response(unpacked).arrayBuffer());
  },
  async open({name, bytes}) {
    // A name that begins with a dash would be an option.
    file = {name: name.startsWith("-") ? `./${name}` : name, bytes: new Uint8Array(bytes)};
    const info = await report("info", file.name);
    const check = await report("check", file.name);
    return {
      maps: info.objects.filter(object => object.type === "map"),
      findings: check.objects.filter(object => object.type === "finding"),
      summary: check.objects.find(object => object.type === "summary"),
      milliseconds: info.milliseconds,
    };
  },
  async draw({map}) {
    const info = await report("info", file.name, "--map", map);
    const output = "/map.html";
    const drawn = await command(["draw", file.name, "--map", map, "-o", output, "--no-config", "-q"],
                                output);
    return {page: drawn.text, problem: drawn.problem, milliseconds: info.milliseconds};
  },
};

addEventListener("message", async ({data}) => {
  try {
    postMessage({id: data.id, value: await answers[data.call](data)});
  } catch (error) {
    postMessage({id: data.id, problem: String(error.message || error)});
  }
});
