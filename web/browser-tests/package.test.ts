import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser } from './browser.ts';
import { StaticServer } from './static-server.ts';

const engine = join(dirname(fileURLToPath(import.meta.url)), '../engine');
const readme = readFileSync(join(engine, 'README.md'), 'utf8');

/** The blocks of a language in the README. */
function blocks(language: string): string[] {
  const found = readme.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'));
  return [...found].map(([, text = '']) => text);
}

/** A folder with nothing but the installed package. */
let folder: string;

const npm = (...words: string[]) => execFileSync('npm', words, { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' });
const node = (script: string) => execFileSync('node', ['--input-type=module', '--eval', script], { cwd: folder, encoding: 'utf8' });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loyd-package-'));
  // The package was built with the page.
  const [{ filename }] = JSON.parse(npm('pack', engine, '--json', '--ignore-scripts'));
  npm('install', '--offline', '--no-audit', '--no-fund', `./${filename}`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the installed package solves in Node.js', () => {
  const [first, twisty] = blocks('js').map(node);
  expect(first).toMatch(/^31 ([UDLR] ){30}[UDLR]\n/);
  expect(first).toContain("status: 'solved'");
  expect(twisty).toContain("status: 'solved'");
});

it('the installed package refuses a bad position in Node.js', () => {
  const script = `
    import { EngineError, open } from 'loyd';
    const loyd = await open();
    await loyd.solve({ board: '1 2 3' }).catch((error) => console.log(error instanceof EngineError, error.what));
    loyd.close();
  `;
  expect(node(script)).toBe('true board\n');
});

it.each([
  ['index', "{ board: '8 6 7 2 5 4 3 0 1' }", 31],
  ['twisty', `{ puzzle: 'twisty', size: 'pyraminx', board: "R U L'" }`, 3],
])('the installed package solves in a browser: %s', async (entry, position, length) => {
  writeFileSync(join(folder, 'index.html'), blocks('html')[0]!.replace('index.js', `${entry}.js`).replace("{ board: '8 6 7 2 5 4 3 0 1' }", position));
  const server = await StaticServer.start(folder);
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.getByText(new RegExp(`^${length} moves: \\S+( \\S+){${length - 1}}$`)).waitFor();
  } finally {
    await browser.close();
    await server.stop();
  }
});
