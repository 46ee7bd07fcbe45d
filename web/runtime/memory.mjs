// What an interpreter's memory holds once it has imported the app: left in the build's own cache
// by one visit, for later ones to start from. Nothing of any visit is in it.

const NAME = new URL("./memory", import.meta.url).href; // no file has it
const PAGE = 65_536; // bytes; half of all pages are empty, and are not kept

// As large as it is, if there is any; and when it is all there. What Pyodide builds in it goes by what
// this very browser can do: another one's, or an older one's, is thrown away.
export async function kept(build) {
  const found = await globalThis.caches?.match(NAME, { cacheName: build }).catch(() => undefined);
  if (!found) return undefined;
  if (found.headers.get("Browser") !== navigator.userAgent) {
    await (await caches.open(build)).delete(NAME);
    return undefined;
  }
  const memory = new Uint8Array(Number(found.headers.get("Length")));
  return { memory, there: found.arrayBuffer().then((content) => unpack(content, memory)) };
}

export async function keep(build, memory) {
  if (!(await caches.has(build))) return; // a newer one has come in meanwhile
  const cache = await caches.open(build);
  const headers = { Length: memory.length, Browser: navigator.userAgent };
  await cache.put(NAME, new Response(packed(memory), { headers }));
}

// How many pages follow, where each of them begins; then they themselves.
function packed(memory) {
  const starts = [];
  for (let at = 0; at < memory.length; at += PAGE) {
    if (memory.subarray(at, at + PAGE).some((byte) => byte)) starts.push(at);
  }
  const pages = starts.map((at) => memory.subarray(at, at + PAGE));
  return new Blob([Uint32Array.of(starts.length, ...starts), ...pages]);
}

// A RangeError where some of it is missing.
function unpack(content, memory) {
  const [count] = new Uint32Array(content, 0, 1);
  let read = 4 + 4 * count;
  for (const at of new Uint32Array(content, 4, count)) {
    const page = new Uint8Array(content, read, Math.min(PAGE, memory.length - at));
    memory.set(page, at);
    read += page.length;
  }
}
