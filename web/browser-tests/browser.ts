import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { StaticServer } from './static-server.ts';

const here = dirname(fileURLToPath(import.meta.url));

/** Where screenshots go: `SCREENSHOTS`, or a folder beside the built page. */
const screenshots = process.env['SCREENSHOTS'] ?? join(here, '../screenshots');

/** A 15-puzzle of 80 moves, the most there are: a search for it takes minutes in a page. */
export const HARDEST = '0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1';

/**
 * Milliseconds in which the page must have cancelled a search that continues for longer than this if it is not
 * cancelled. Far more than it takes: other programs may hold the processor.
 */
export const CANCELLED_WITHIN = 20_000;

export async function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
  });
}

async function startServer(): Promise<StaticServer> {
  return StaticServer.start(join(here, '../dist'));
}

/** A value of the list of figures: `Moves`, `Length`. */
export function figure(page: Page, name: string): Locator {
  return page.locator('main').locator(`xpath=.//dt[normalize-space()="${name}"]/following-sibling::dd[1]`);
}

/** A page that keeps what must not happen: errors, and requests to other hosts. */
export class Visit {
  readonly errors: string[] = [];
  readonly foreign: string[] = [];
  readonly requests: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly url: string,
  ) {
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    page.on('pageerror', (error) => this.errors.push(error.message));
    context.on('request', (request) => {
      this.requests.push(request.url());
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== new URL(url).origin) this.foreign.push(request.url());
    });
  }

  static async open(
    browser: Browser,
    server: StaticServer,
    hash = '',
    options: BrowserContextOptions = {},
  ): Promise<Visit> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const visit = new Visit(context, await context.newPage(), server.url);
    await visit.go(hash);
    return visit;
  }

  async go(hash: string): Promise<void> {
    await this.page.goto(this.url + hash);
  }

  async picture(name: string): Promise<void> {
    mkdirSync(screenshots, { recursive: true });
    await this.page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}

/**
 * A browser and a static host for the tests of a file, started before the first and stopped after the last.
 */
export function useBrowser(): (hash?: string, options?: BrowserContextOptions) => Promise<Visit> {
  let browser: Browser;
  let server: StaticServer;
  beforeAll(async () => {
    server = await startServer();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  let visit: Visit | null = null;
  // No test may leave an error of the page or a request to another host.
  afterEach(async () => {
    expect(visit?.errors ?? []).toEqual([]);
    expect(visit?.foreign ?? []).toEqual([]);
    await visit?.close();
    visit = null;
  });
  return async (hash = '', options = {}) => {
    visit = await Visit.open(browser, server, hash, options);
    return visit;
  };
}
