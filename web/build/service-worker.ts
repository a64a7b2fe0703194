import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Writes `sw.js`, the service worker, with the list of all built files and a revision of their
 * contents. The same files give the same revision, so that an unchanged build updates nothing.
 */
export function serviceWorker(): Plugin {
  let publicFolder = '';
  return {
    name: 'loyd-service-worker',
    apply: 'build',
    configResolved(config) {
      publicFolder = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const hash = createHash('sha256');
        const files: string[] = [];
        const add = (name: string, contents: string | Uint8Array) => {
          files.push(name);
          hash.update(`${name}\0${contents.length}\0`).update(contents);
        };
        for (const name of Object.keys(bundle).sort()) {
          if (name.endsWith('.map')) continue;
          const file = bundle[name]!;
          add(name, file.type === 'chunk' ? file.code : file.source);
        }
        const entries = readdirSync(publicFolder, { recursive: true, withFileTypes: true });
        const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
        for (const path of paths.sort()) add(relative(publicFolder, path).replaceAll('\\', '/'), readFileSync(path));
        const template = readFileSync(new URL('./service-worker-template.js', import.meta.url), 'utf8');
        hash.update(template);
        const source = template
          .replace('__REVISION__', JSON.stringify(hash.digest('hex').slice(0, 16)))
          .replace('__FILES__', JSON.stringify(['./', ...files]));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}
