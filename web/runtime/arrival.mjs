// A file that must arrive: asked for again, by itself, if it is refused or breaks off. It knows no
// file by name.

const PAUSES = [500, 1500, 4000]; // ms before it is asked for again
const { fetch } = globalThis; // whatever others make of it later

// What `take` makes of the answer; `again` is told before it is asked for again.
export async function arrived(name, take, again) {
  for (const pause of PAUSES) {
    try {
      return await take(await answer(name));
    } catch {
      again();
      await new Promise((go) => setTimeout(go, pause));
    }
  }
  return take(await answer(name));
}

async function answer(name) {
  const address = new URL(name, import.meta.url); // a worker made of a blob has no address
  const found = await fetch(address, { priority: "low" }); // before it comes what is painted
  if (!found.ok) throw new Error(`${name}: expected 200, got ${found.status}`);
  return found;
}
