// Keeps the whole build in the browser, so that the lodge opens with the network off.
// One cache holds one build and never a file of another. It knows names, and nothing behind them.

const CACHE = "lodge-%BUILD%";
const FILES = ["%FILES%"]; // the build writes both
const PAGES = FILES.filter((name) => /(\/|\.html)$/.test(name)); // they say of which build they are

const HOME = new URL("./", location).href;

addEventListener("install", (event) => event.waitUntil(keepAll()));
// The first visit's page is taken in too: a newer build would not wait for one that nobody controls.
addEventListener("activate", (event) => {
  event.waitUntil(dropOlderBuilds().then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const [address] = request.url.split(/[?#]/);
  if (request.method !== "GET" || !address.startsWith(HOME)) return;
  const home = address === HOME || address === `${HOME}index.html`;
  event.respondWith(keptOrFetched(home ? HOME : request));
});

async function keepAll() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((name) => new Request(name, { cache: fresh(name) })));
  const pages = await Promise.all(PAGES.map(async (name) => (await cache.match(name)).text()));
  if (pages.every((text) => text.includes('"%BUILD%"'))) return;
  await caches.delete(CACHE);
  throw new Error("the site changed while it was fetched"); // the browser tries again later
}

function fresh(name) {
  // A name that tells the content can come from anywhere; the others outlive theirs.
  return /-[0-9a-f]{10}[./]/.test(name) ? "default" : "reload";
}

async function dropOlderBuilds() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("lodge-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function keptOrFetched(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

// A newer build waits until no page of this one is left, or its last one asks for it.
addEventListener("message", (event) => {
  if (event.data === "come in") event.waitUntil(comeIn(event.ports[0]));
});

async function comeIn(port) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  port.postMessage(pages.length < 2);
  if (pages.length < 2) await skipWaiting();
}
