// Stores all files of the page on the first visit, so that it works offline afterwards. A new build
// has a new revision: its files are fetched into a cache of their own. The cache before it is kept,
// because a page that is still open loads its views from it.
const REVISION = __REVISION__;
const FILES = __FILES__;
const PREFIX = 'loyd-page-';
const CACHE = PREFIX + REVISION;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => {
        // Names come in the order in which the caches were made.
        const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
        return Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
      })
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const scope = new URL(self.registration.scope);
  if (request.method !== 'GET' || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  // The interface of `loyd serve` is answered by the server alone.
  if (url.pathname.slice(scope.pathname.length).startsWith('api/')) return;
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(request.mode === 'navigate' ? './' : request, { ignoreSearch: true }))
      .then((stored) => stored ?? caches.match(request, { ignoreSearch: true }))
      .then((stored) => stored ?? fetch(request)),
  );
});
