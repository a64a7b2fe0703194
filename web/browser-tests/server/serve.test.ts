import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser } from '../browser.ts';

const here = dirname(fileURLToPath(import.meta.url));

/** The program: `LOYD`, or the build of cargo. */
const program = process.env['LOYD'] ?? join(here, '../../../target/debug/loyd');

let browser: Browser;
let server: Served;

interface Served {
  process: ChildProcess;
  url: string;
}

async function serve(): Promise<Served> {
  const page = join(here, '../../dist');
  const process = spawn(program, ['serve', '--port', '0', '--threads', '2', '--prepare', 'none', '--no-cache', '--page', page], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    process.stderr!.on('data', (data: Buffer) => {
      output += data.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(output)?.[0];
      if (address) resolve(address);
    });
    process.on('exit', (code) => reject(new Error(`loyd serve ended with ${code}: ${output}`)));
  });
  return { process, url };
}

async function stop({ process }: Served): Promise<void> {
  if (process.exitCode !== null) return;
  process.kill('SIGTERM');
  const [code] = (await once(process, 'exit')) as [number | null];
  expect(code).toBe(0);
}

beforeAll(async () => {
  if (!existsSync(program)) throw new Error(`${program} does not exist: build the program, or set LOYD to its path`);
  server = await serve();
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  if (server) await stop(server);
});

it('the page of loyd serve searches on the server', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  const searches: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/solve')) searches.push(request.url());
  });
  const named = page.waitForResponse((response) => response.url().endsWith('/api/v1/names'));
  await page.goto(`${server.url}#solve?board=8,6,7,2,5,4,3,0,1`);
  await named;
  await page.getByRole('main').getByRole('button', { name: 'Solve', exact: true }).click();
  await expect.poll(() => page.getByRole('main').innerText(), { timeout: 30_000 }).toMatch(/31 moves/);
  expect(searches.length).toBeGreaterThan(0);
  expect(errors).toEqual([]);
  await context.close();
});

it('the number of threads of a search is chosen', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const main = page.getByRole('main');
  const searches: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/solve')) searches.push(request.url());
  });
  await page.goto(`${server.url}#solve?board=14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3&goal=blank-first&algorithm=idastar&heuristic=walking-distance`);
  await main.getByLabel('Threads').selectOption('2');
  await main.getByRole('button', { name: 'Solve', exact: true }).click();
  await expect.poll(() => main.innerText(), { timeout: 30_000 }).toMatch(/57 moves/);
  expect(searches.some((url) => url.includes('threads=2') && url.includes('algorithm=idastar'))).toBe(true);
  await main.getByLabel('Algorithm').selectOption('astar');
  await expect.poll(() => main.getByLabel('Threads').count()).toBe(0);
  await context.close();
});

it('a lost server is shown as lost, and searches continue in the page', async () => {
  const gone = await serve();
  const context = await browser.newContext();
  const page = await context.newPage();
  const badge = page.getByRole('banner').locator('.badge');
  await page.goto(`${gone.url}#solve?board=8,6,7,2,5,4,3,0,1`);
  await expect.poll(() => badge.innerText()).toBe('Server');
  await stop(gone);
  await expect.poll(() => badge.innerText(), { timeout: 30_000 }).toBe('No server');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Solve', exact: true }).click();
  await expect.poll(() => main.innerText(), { timeout: 30_000 }).toMatch(/31 moves/);
  await context.close();
});
