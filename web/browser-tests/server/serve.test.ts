import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser } from '../browser.ts';

const here = dirname(fileURLToPath(import.meta.url));

/** The program: `LOYD`, or what cargo made. */
const program = process.env['LOYD'] ?? join(here, '../../../target/debug/loyd');

let browser: Browser;
let server: ChildProcess;
let url = '';

beforeAll(async () => {
  if (!existsSync(program)) throw new Error(`there is no ${program}: build it, or set LOYD`);
  const page = join(here, '../../dist');
  server = spawn(program, ['serve', '--port', '0', '--prepare', 'none', '--no-cache', '--page', page], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  url = await new Promise<string>((resolve, reject) => {
    let told = '';
    server.stderr!.on('data', (data: Buffer) => {
      told += data.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(told)?.[0];
      if (address) resolve(address);
    });
    server.on('exit', (code) => reject(new Error(`loyd serve ended with ${code}: ${told}`)));
  });
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  if (server && server.exitCode === null) {
    server.kill('SIGTERM');
    const [code] = (await once(server, 'exit')) as [number | null];
    expect(code).toBe(0);
  }
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
  await page.goto(`${url}#solve?board=8,6,7,2,5,4,3,0,1`);
  await named;
  await page.getByRole('main').getByRole('button', { name: 'Solve', exact: true }).click();
  await expect.poll(() => page.getByRole('main').innerText(), { timeout: 30_000 }).toMatch(/31 moves/);
  expect(searches.length).toBeGreaterThan(0);
  expect(errors).toEqual([]);
  await context.close();
});
