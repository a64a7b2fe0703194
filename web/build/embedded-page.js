/**
 * The page inside `crates/loyd-serve/page`, compressed:
 *
 *     node build/embedded-page.js write DIST PAGE COMPILER   replaces PAGE by the files of DIST
 *     node build/embedded-page.js check DIST PAGE            fails unless PAGE holds the files of DIST
 *     node build/embedded-page.js module PAGE FILE           writes the WebAssembly module of PAGE to FILE
 *
 * A file NAME is `NAME.br` in PAGE, or `NAME` if it is small or compressed already. `list.in` is the
 * expression that `loyd-serve` includes, and `compiler.txt` the compiler of the module.
 */

import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** Files of fewer bytes stay as they are. */
const MIN_COMPRESSED_BYTES = 1024;

/** Files of formats that are compressed already. */
const COMPRESSED_FORMATS = /\.(png|jpg|webp|woff2|gz|br)$/;

/** The name and the bytes of every file in a folder, in order of names, without hidden files and maps. */
function filesOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((name) => !name.endsWith('.map') && !name.split('/').some((part) => part.startsWith('.')));
  return new Map(names.sort().map((name) => [name, readFileSync(join(folder, name))]));
}

/** The files that a page holds, decompressed. */
function unpacked(page) {
  const files = filesOf(page);
  for (const name of ['list.in', 'compiler.txt']) files.delete(name);
  return new Map([...files].map(([name, bytes]) => (name.endsWith('.br') ? [name.slice(0, -3), brotliDecompressSync(bytes)] : [name, bytes])));
}

function compressed(name, bytes) {
  if (bytes.length < MIN_COMPRESSED_BYTES || COMPRESSED_FORMATS.test(name)) return null;
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 22, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const packed = brotliCompressSync(bytes, { params });
  return packed.length < bytes.length ? packed : null;
}

function write(dist, page, compiler) {
  rmSync(page, { recursive: true, force: true });
  const lines = ['// Written by `cargo xtask page`: name, bytes, and whether these are compressed with brotli.', '['];
  let total = 0;
  for (const [name, bytes] of filesOf(dist)) {
    const packed = compressed(name, bytes);
    const file = packed ? `${name}.br` : name;
    const place = join(page, file);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, packed ?? bytes);
    lines.push(`    (${JSON.stringify(name)}, include_bytes!(${JSON.stringify(file)}), ${packed !== null}),`);
    const size = (packed ?? bytes).length;
    total += size;
    console.log(`${String(size).padStart(8)}  ${file}`);
  }
  console.log(`${String(total).padStart(8)}  bytes in all`);
  writeFileSync(join(page, 'list.in'), [...lines, ']', ''].join('\n'));
  writeFileSync(join(page, 'compiler.txt'), `${compiler}\n`);
}

function check(dist, page) {
  const [built, stored] = [filesOf(dist), unpacked(page)];
  const names = [...new Set([...built.keys(), ...stored.keys()])];
  const differing = names.filter((name) => !built.get(name)?.equals(stored.get(name) ?? Buffer.alloc(0)));
  for (const name of differing) {
    const state = !built.has(name) ? 'is not part of the page any more' : stored.has(name) ? 'differs' : 'is missing';
    console.error(`${name} ${state}`);
  }
  process.exitCode = differing.length > 0 ? 1 : 0;
}

function writeModule(page, file) {
  const [module] = [...unpacked(page)].filter(([name]) => name.endsWith('.wasm'));
  if (!module) throw new Error(`${page} has no WebAssembly module`);
  writeFileSync(file, module[1]);
}

const [verb, ...rest] = process.argv.slice(2);
if (verb === 'write' && rest.length === 3) write(...rest);
else if (verb === 'check' && rest.length === 2) check(...rest);
else if (verb === 'module' && rest.length === 2) writeModule(...rest);
else throw new Error('usage: embedded-page.js write DIST PAGE COMPILER | check DIST PAGE | module PAGE FILE');
