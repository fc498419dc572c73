// read.mjs FLATLINE [CORPUS]: reads what `flatline table --format parquet` writes with DuckDB and with
// hyparquet, and compares every value with `flatline dump`. Called by run, beside this.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';

const [flatline, corpus] = process.argv.slice(2);
const require = createRequire(join(process.env.FLATLINE_MODULES, 'package.json'));
const { DuckDBInstance } = require('@duckdb/node-api');
const hyparquet = await import(pathToFileURL(require.resolve('hyparquet')).href);

const folder = mkdtempSync(join(tmpdir(), 'flatline-readers-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const database = await (await DuckDBInstance.create()).connect();
const kMaps = ['vertices', 'linedefs', 'sidedefs', 'sectors', 'things'];
const kNodes = ['segs', 'subsectors', 'nodes'];
const kDoom3 = ['entities', 'brushes'];
const kReports = ['files', 'maps', 'findings'];

/** Runs the program; of corpora exit code 1 is fine, for some maps of them are refused. */
function run(words) {
    const done = spawnSync(flatline, words, { maxBuffer: 1 << 30 });
    assert.ok(done.status === 0 || done.status === 1, `${words.join(' ')}: ${done.stderr}`);
    return done.stdout;
}

/** Both readers' columns by name: arrays of values. */
async function readersOf(path) {
    const bytes = readFileSync(path);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    const metadata = hyparquet.parquetMetadata(file);
    const names = metadata.schema.slice(1).map((element) => element.name);
    const columns = new Map(names.map((name) => [name, []]));
    await hyparquet.parquetRead({
        file, metadata, rowFormat: 'object', utf8: true,
        compressors: { GZIP: (input) => new Uint8Array(gunzipSync(input)) },
        onChunk: ({ columnName, columnData, rowStart }) => {
            const column = columns.get(columnName);
            for (let i = 0; i < columnData.length; ++i) column[rowStart + i] = columnData[i] ?? null;
        },
    });
    const reader = await database.runAndReadAll(`select * from read_parquet('${path}')`);
    const values = reader.getColumns();
    assert.deepEqual(reader.columnNames(), names, path);
    const duck = new Map(names.map((name, i) => [name, values[i] ?? []]));
    return { rows: Number(metadata.num_rows), metadata, readers: [['hyparquet', columns], ['DuckDB', duck]] };
}

/** Writes the table of a kind and reads it. */
async function tableOf(paths, kind, more = []) {
    const path = join(folder, `${kind}.parquet`);
    run(['table', ...paths, '--of', kind, '--format', 'parquet', '-o', path, '--force', ...more]);
    return readersOf(path);
}

const plain = (value) => (typeof value === 'bigint' ? Number(value) : value);

/** Every value of a table equals that of NDJSON. */
async function compareWithText(paths, kind) {
    const table = await tableOf(paths, kind);
    const text = run(['table', ...paths, '--of', kind, '--format', 'ndjson']).toString();
    const rows = text.split('\n').filter(Boolean).map((line) => JSON.parse(line));
    assert.equal(rows.length, table.rows, kind);
    const json = new Set(['unknown', 'keys', 'related']);
    for (const [reader, columns] of table.readers) {
        for (const [name, column] of columns) {
            assert.equal(column.length, rows.length, `${reader}: ${kind} ${name}`);
            for (let i = 0; i < rows.length; ++i) {
                const value = plain(column[i]);
                const same = json.has(name) && value !== null
                    ? JSON.stringify(JSON.parse(value)) === JSON.stringify(rows[i][name])
                    : Object.is(value, rows[i][name]);
                if (!same) assert.fail(`${reader}: ${kind} row ${i} ${name}: ${value}, not ${rows[i][name]}`);
            }
        }
        if (rows.length) assert.deepEqual([...columns.keys()], Object.keys(rows[0]));
    }
    return table;
}

/** What the table of a kind has of one map, from its dump. */
function expectedRows(dump, kind) {
    if (kNodes.includes(kind)) {
        const list = dump.nodes?.[kind] ?? [];
        if (kind !== 'nodes') return list;
        return list.map(({ x, y, dx, dy, children, bbox }) => {
            const row = { x, y, dx, dy, right: children[0], left: children[1] };
            ['right', 'left'].forEach((side, child) =>
                ['top', 'bottom', 'left', 'right'].forEach((edge, i) => {
                    row[`${side}_${edge}`] = bbox[child][i];
                }));
            return row;
        });
    }
    const entities = dump.entities ?? [];
    if (kind === 'entities') {
        return entities.map(({ keys, brushes, patches }) => ({
            keys: JSON.stringify(keys), brushes: brushes.length, patches: patches.length,
        }));
    }
    if (kind === 'brushes') {
        return entities.flatMap((entity, i) => entity.brushes.map((brush) => ({
            entity: i, kind: brush.kind, plane_space: brush.plane_space, sides: brush.sides.length,
        })));
    }
    const unknown = new Map();
    for (const [index, name, value] of dump.unknown?.[kind.replace(/s$/, '').replace('vertice', 'vertex')] ?? []) {
        unknown.set(index, [...(unknown.get(index) ?? []), [name, value]]);
    }
    return (dump[kind] ?? []).map((element, i) => {
        const row = { ...element };
        if (row.moreids) row.moreids = row.moreids.join(' ');
        row.unknown = unknown.has(i) ? JSON.stringify(unknown.get(i)) : null;
        return row;
    });
}

/** Every value of every element of every map equals that of dump. Returns how many there were. */
async function compareWithDump(paths) {
    const all = [...kMaps, ...kNodes, ...kDoom3];
    const tables = new Map();
    for (const kind of all) tables.set(kind, { next: 0, ...(await tableOf(paths, kind)) });
    let values = 0;
    for (const path of paths) {
        const maps = run(['table', path, '--of', 'maps', '--format', 'ndjson']).toString();
        for (const map of maps.split('\n').filter(Boolean).map((line) => JSON.parse(line))) {
            if (map.status !== 'ok') continue;
            const dump = JSON.parse(run(['dump', path, '--map', map.map]).toString());
            for (const kind of all) {
                const table = tables.get(kind);
                const rows = expectedRows(dump, kind);
                for (const [reader, columns] of table.readers) {
                    for (let i = 0; i < rows.length; ++i) {
                        const at = table.next + i;
                        const where = () => `${reader}: ${map.file}:${map.map}: ${kind} ${i}`;
                        if (columns.get('index')[at] !== i || columns.get('map')[at] !== map.map ||
                            columns.get('file')[at] !== map.file) {
                            assert.fail(`${where()}: another row is there`);
                        }
                        for (const name in rows[i]) {
                            const column = columns.get(name);
                            // JSON says 1.0 or 1; 0 and -0 are one number in its integers.
                            const value = name === 'unknown' && column?.[at]
                                ? JSON.stringify(JSON.parse(column[at])) : column?.[at];
                            if (!column || value !== rows[i][name]) {
                                assert.fail(`${where()} ${name}: ${column?.[at]}, not ${rows[i][name]}`);
                            }
                            ++values;
                        }
                    }
                }
                table.next += rows.length;
            }
        }
    }
    for (const [kind, table] of tables) assert.equal(table.next, table.rows, `rows of ${kind}`);
    return values;
}

/** A map with what is hard: names that are no UTF-8, negative numbers, nulls between values. */
function oddMap() {
    const text = `namespace = "zdoom";
vertex { x = -0.5; y = 1e-300; } vertex { x = 0; y = 128; zfloor = -3.25; } vertex { x = 128; y = 0; }
linedef { v1 = 0; v2 = 1; sidefront = 0; special = -2147483648; alpha = 0.25; user_x = 1; user_x = "\u00e4"; }
linedef { v1 = 1; v2 = 2; sidefront = 1; id = 2147483647; comment = "a \\"b\\"\n"; moreids = "3 -4"; }
linedef { v1 = 2; v2 = 0; sidefront = 2; blockeverything = true; alpha = 0.75; }
sidedef { sector = 0; texturemiddle = "\u00c4\u4e2d"; } sidedef { sector = 0; texturemiddle = "BYTES"; }
sidedef { sector = 0; texturemiddle = ""; }
sector { texturefloor = "F"; textureceiling = "C"; gravity = 0.5; }
thing { x = 1; y = 1; type = 3004; } thing { x = -999; y = 1; type = 31999; }
`;
    const bytes = Buffer.from(text);
    bytes.set([0xff, 0xfe, 0x41, 0xc3, 0x28], bytes.indexOf('BYTES'));
    return bytes;
}

/** More than a million rows, so that there are several row groups, and a column of the last only. */
async function compareMillion() {
    const count = 1_200_000;
    const xOf = (i) => (i - 600_000) / 32; // the limit of coordinates is 32768
    const lines = ['namespace = "zdoom";'];
    for (let i = 0; i < count; ++i) lines.push(`vertex{x=${xOf(i)};y=${(i % 1000) / 8};}`);
    const many = join(folder, 'many.textmap');
    writeFileSync(many, lines.join('\n'));
    const odd = join(folder, 'odd.textmap');
    const { rows, metadata, readers } = await tableOf([many, odd], 'vertices');
    assert.equal(rows, count + 3);
    assert.ok(metadata.row_groups.length > 1);
    for (const group of metadata.row_groups) assert.ok(Number(group.total_byte_size) <= 64 << 20);
    for (const [reader, columns] of readers) {
        const [x, y, z, index] = ['x', 'y', 'zfloor', 'index'].map((name) => columns.get(name));
        for (let i = 0; i < count; ++i) {
            if (x[i] !== xOf(i) || y[i] !== (i % 1000) / 8 || z[i] !== null || index[i] !== i) {
                assert.fail(`${reader}: vertex ${i}: ${x[i]} ${y[i]} ${z[i]} ${index[i]}`);
            }
        }
        assert.deepEqual(z.slice(count), [null, -3.25, null], reader);
    }
    // The bounds are those that a reader skips groups by.
    const found = await database.runAndReadAll(
        `select count(*) from read_parquet('${join(folder, 'vertices.parquet')}') where x = ${xOf(0)} or x = ${xOf(count - 1)}`);
    assert.equal(Number(found.getRows()[0][0]), 2);
    return rows;
}

function filesBelow(root) {
    return readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
}

const odd = join(folder, 'odd.textmap');
writeFileSync(odd, oddMap());
for (const kind of [...kMaps, ...kNodes, ...kDoom3, ...kReports]) await compareWithText([odd], kind);
console.log(`${await compareWithDump([odd])} values of a made map are those of dump`);
console.log(`${await compareMillion()} rows`);
if (corpus) {
    // Every third file has all kinds of maps. FLATLINE_FULL (tests/soak.sh) takes all.
    const step = process.env.FLATLINE_FULL ? 1 : 3;
    const files = filesBelow(corpus).filter((_, i) => i % step === 0);
    for (const kind of kReports) await compareWithText(files, kind);
    console.log(`${await compareWithDump(files)} values of ${files.length} files of the corpus are those of dump`);
} else {
    console.log('without the corpus');
}
