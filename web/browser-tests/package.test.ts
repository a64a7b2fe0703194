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

/** The first block of a language in the README. */
function block(language: string): string {
  const [, text] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(readme) ?? [];
  if (!text) throw new Error(`README.md has no block of ${language}`);
  return text;
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
  const printed = node(block('js'));
  expect(printed).toMatch(/^31 ([UDLR] ){30}[UDLR]\n/);
  expect(printed.match(/status: 'solved'/g)?.length).toBe(2);
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

it('the installed package solves in a browser', async () => {
  writeFileSync(join(folder, 'index.html'), block('html'));
  const server = await StaticServer.start(folder);
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.getByText(/^31 moves: ([UDLR] ){30}[UDLR]$/).waitFor();
  } finally {
    await browser.close();
    await server.stop();
  }
});
