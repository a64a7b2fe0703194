import type { Plugin } from 'vite';

/** Directives for the page on any server: no content from other hosts. */
const DIRECTIVES = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** Writes the content security policy into the built page; the development server needs inline scripts. */
export function contentSecurityPolicy(): Plugin {
  return {
    name: 'loyd-content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: DIRECTIVES.join('; ') },
        injectTo: 'head-prepend',
      },
    ],
  };
}
