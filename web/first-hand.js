// A first hand, laid before the brain is awake: how it is drawn, what its player may do with it
// meanwhile, and how it passes to the brain. It knows no rule, and nothing of how it was dealt.

const table = document.getElementById("table-screen");
let lies = false; // and nobody else is at the table yet
let heldBack = null; // a picture of that table from the brain, before our hand and the line are in it

Object.assign(window.lodge, { dealt, secret, layFirst, passFirst, nextPicture });
table.addEventListener("click", press);
addEventListener("popstate", takeBack);

// What a hand of this game is drawn of, as the build has written it down: all tiles in the order in
// which they stand, how many of them one holds, how each looks, and the picture around them. Null
// where it does not arrive: then the brain lays the first.
async function dealt(game) {
  try {
    const { held, sort, orders, tiles, pictures } = await (await fetch("dealt.json")).json();
    const wish = lodge.setting("sort");
    const order = orders[game][Object.hasOwn(orders[game], wish) ? wish : sort];
    return { held, order, tiles, picture: pictures[document.documentElement.lang] };
  } catch {
    return null;
  }
}

// 32 random bytes in hex.
function secret() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The lanterns that are still to be lit stand where the line will lie.
function layFirst({ order, tiles, picture: { regions, body } }, held) {
  const sorted = order.split(" ").filter((tile) => held.includes(tile));
  const hand = regions.hand.replaceAll("{}", () => tiles[sorted.shift()]);
  lodge.lay({ regions: { ...regions, hand }, body });
  for (const part of document.querySelectorAll("#hearth :is(.asked-again, .lighting)")) {
    document.getElementById("line").append(part.cloneNode(true));
  }
  table.querySelector("#hand button").focus();
  lies = true;
}

// A tile can be chosen already; the rest waits for the others.
function press(event) {
  const pressed = event.target.closest("[data-msg]");
  if (!lies || !pressed) return;
  event.stopPropagation(); // it is not kept
  if (pressed.dataset.msg === "tile") choose(pressed);
  if (pressed.dataset.msg === "hearth") history.back();
}

function choose(tile) {
  const chosen = tile.ariaPressed !== "true";
  for (const each of table.querySelectorAll("#hand button")) each.ariaPressed = chosen && each === tile;
}

// Back to the Hearth: there was no deal.
function takeBack() {
  if (!lies) return;
  lies = false;
  lodge.queue.length = 0;
  lodge.lay({ regions: { hand: "", line: "", status: "" }, body: { screen: "hearth" } });
  document.getElementById("play-solo").focus();
}

// The brain is awake: the tile that is chosen, if one is. Until it shows the table too, this one stays.
function passFirst() {
  if (!lies) return "";
  lies = false;
  heldBack = { regions: {}, body: {}, effects: [] };
  return table.querySelector("#hand [aria-pressed=true]")?.dataset.value ?? "";
}

async function nextPicture(brain) {
  const picture = { regions: {}, body: {}, effects: [], ...JSON.parse(await brain.next_paint()) };
  if (!heldBack) return picture;
  Object.assign(heldBack.regions, picture.regions);
  Object.assign(heldBack.body, picture.body);
  heldBack.effects.push(...picture.effects);
  const { regions, body } = heldBack;
  if (body.screen === "table" && !(regions.hand && regions.line)) return nextPicture(brain);
  const whole = heldBack;
  heldBack = null;
  return whole;
}
