import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** A static host without any special header, which serves the page from a folder below its root. */
export class StaticServer {
  private constructor(
    private readonly server: Server,
    /** The address of the page. */
    readonly url: string,
  ) {}

  static async start(folder: string): Promise<StaticServer> {
    if (!existsSync(join(folder, 'index.html'))) {
      throw new Error(`${folder} has no page: build it with npm run build`);
    }
    const server = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
      const name = path.startsWith('/loyd/') ? normalize(path.slice('/loyd/'.length)) : '';
      const file = join(folder, name === '' || name === '.' ? 'index.html' : name);
      if (!path.startsWith('/loyd/') || !file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
        return;
      }
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      createReadStream(file).pipe(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return new StaticServer(server, `http://127.0.0.1:${port}/loyd/`);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
