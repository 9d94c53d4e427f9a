// The service worker: it shows the offline page of the visitor's language when the network brings none. It keeps
// that page and what it needs, and nothing else: no order, no answer of the API, no page that was visited.

const store = "sotto-offline";

self.addEventListener("install", (event) => {
  event.waitUntil(keepForOpenWindows());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(navigate(event));
  else if (["style", "image"].includes(request.destination)) event.respondWith(fileOf(request));
});

/** A new worker comes with a new build: it starts with an empty store. */
async function keepForOpenWindows() {
  await caches.delete(store);
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const languages = new Set(
    windows.map(({ url }) => languageOf(url)).filter((language) => language !== null),
  );
  await Promise.all([...languages].map(keep));
  await self.skipWaiting();
}

async function navigate(event) {
  const language = languageOf(event.request.url);
  try {
    const page = (await event.preloadResponse) ?? (await fetch(event.request));
    if (language !== null && page.ok) event.waitUntil(keep(language).catch(() => {}));
    return page;
  } catch (error) {
    const cache = await caches.open(store);
    const kept =
      (language === null ? undefined : await cache.match(offlinePath(language))) ?? (await anyPage(cache));
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Styles and images are fetched as they are without a worker; the kept ones serve the offline page. */
async function fileOf(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request.url);
    if (kept === undefined) throw error;
    return kept;
  }
}

async function anyPage(cache) {
  const keys = await cache.keys();
  const page = keys.find(({ url }) => url.endsWith("/offline"));
  return page === undefined ? undefined : cache.match(page);
}

/** Keeps the offline page of a language, its styles and the flags of its menu, unless it has them. */
async function keep(language) {
  const cache = await caches.open(store);
  const path = offlinePath(language);
  if ((await cache.match(path)) !== undefined) return;
  const page = await fetch(path, { credentials: "omit" });
  if (!page.ok) return;
  const files = (await page.clone().text()).match(/\/assets\/[\w.-]+\.(?:css|svg)/g) ?? [];
  await cache.addAll([...new Set(files)]);
  await cache.put(path, page);
}

function offlinePath(language) {
  return `/${language}/offline`;
}

/** The language prefix of an address, or null. */
function languageOf(address) {
  return /^\/([a-z]{2}(?:-[a-z]{2})?)(?:\/|$)/.exec(new URL(address).pathname)?.[1] ?? null;
}
