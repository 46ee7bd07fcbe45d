// Gestures on the table: a tile dragged to an end of the line; the line enlarged by pinching, and
// gone over. They press what a tap would press, and know no rule, no message and no turn.

const SLIP = 6; // pixels a mouse may slip before its press is a drag
const HOLD = 200; // milliseconds a finger rests on a tile to pick it up
const REACH = 24; // pixels about an open end that still count as it
const SPREAD = 1.25; // how far two fingers part, or close, before the line is turned

const lines = [...document.querySelectorAll("[data-measure=line]")];
const hand = document.getElementById("hand");
const line = document.getElementById("line");

// A tile dragged. A swipe that starts on a tile still scrolls the hand: a finger picks a tile up by
// resting on it, or by moving towards the line where nothing is to be scrolled that way.

let held = null; // the tile pressed: { tile, pointer, x, y, timer, ghost }
let swallow = false; // the click that ends a drag is none

addEventListener("pointerdown", (event) => {
  if (held) return; // by another finger
  swallow = line.landing = false;
  const tile = event.target.closest?.("#hand .held-tile");
  if (!tile || event.button) return;
  held = { tile, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  if (event.pointerType === "touch") held.timer = setTimeout(pickUp, HOLD);
});

addEventListener("pointermove", (event) => {
  if (event.pointerId !== held?.pointer) return;
  const { clientX: x, clientY: y } = event;
  if (!held.ghost && event.pointerType !== "touch" && Math.hypot(x - held.x, y - held.y) > SLIP) pickUp();
  if (held.ghost) follow(x, y);
});

hand.addEventListener("touchmove", (event) => {
  if (!held) return;
  const [finger] = event.touches;
  const up = held.y - finger.clientY;
  if (!held.ghost && up > Math.abs(finger.clientX - held.x) && !scrolls(held.tile)) pickUp();
  if (held.ghost) event.preventDefault();
  else letGo();
}, { passive: false });

addEventListener("pointerup", (event) => {
  if (event.pointerId !== held?.pointer) return;
  if (held.ghost) drop(endAt(event.clientX, event.clientY));
  else letGo();
});

addEventListener("pointercancel", (event) => {
  if (event.pointerId !== held?.pointer) return;
  if (held.ghost) glideHome();
  else letGo();
});

addEventListener("keydown", (event) => event.key === "Escape" && held?.ghost && glideHome());

addEventListener("contextmenu", (event) => held && event.preventDefault());

addEventListener("click", (event) => {
  if (!swallow || !event.isTrusted || !event.detail) return;
  swallow = false;
  event.stopPropagation();
  event.preventDefault();
}, true);

function scrolls(tile) {
  const around = tile.closest(".hand"), page = document.scrollingElement;
  return around.scrollHeight > around.clientHeight || page.scrollHeight > page.clientHeight;
}

function pickUp() {
  clearTimeout(held.timer);
  const { tile } = held, drawn = tile.querySelector("svg"), box = drawn.getBoundingClientRect();
  if (tile.getAttribute("aria-pressed") !== "true") tile.click();
  const ghost = document.createElement("div");
  ghost.className = "dragged";
  ghost.ariaHidden = "true";
  ghost.append(drawn.cloneNode(true));
  ghost.style.left = `${box.left}px`;
  ghost.style.top = `${box.top}px`;
  ghost.style.width = `${box.width}px`;
  document.body.append(ghost);
  held.ghost = ghost;
  line.dataset.drag = hand.dataset.drag = tile.dataset.fits ?? "none";
  swallow = true;
}

function follow(x, y) {
  held.ghost.style.translate = `${x - held.x}px ${y - held.y}px`;
  const end = endAt(x, y);
  if (end) line.dataset.over = end;
  else delete line.dataset.over;
}

function endAt(x, y) {
  const near = (name) => {
    const found = document.querySelectorAll(`#slot-${name} .ghost, #chip-${name}`);
    return Math.min(...[...found].map((each) => distance(each.getBoundingClientRect(), x, y)));
  };
  const [left, right] = [near("left"), near("right")];
  if (Math.min(left, right) > REACH) return null;
  return left < right ? "left" : "right";
}

function distance(box, x, y) {
  return Math.hypot(Math.max(box.left - x, x - box.right, 0), Math.max(box.top - y, y - box.bottom, 0));
}

function drop(end) {
  if (!end || !("fits" in held.tile.dataset)) {
    glideHome();
    return;
  }
  held.ghost.remove();
  letGo();
  line.landing = true;
  document.getElementById(`play-${end}`)?.click();
}

function glideHome() {
  const { ghost } = held;
  letGo();
  ghost.classList.add("home");
  ghost.style.translate = "0px 0px";
  const ways = ghost.getAnimations();
  if (ways.length === 0) ghost.remove();
  for (const way of ways) way.onfinish = way.oncancel = () => ghost.remove();
}

function letGo() {
  clearTimeout(held.timer);
  held = null;
  delete line.dataset.over;
  delete line.dataset.drag;
  delete hand.dataset.drag;
}

// The line. Two fingers turn its lens where there is one; elsewhere they zoom the page as ever.
// Enlarged, it follows what is laid, and leads to whichever end is asked for.

let spread = null; // how far apart the fingers were

for (const region of lines) {
  region.addEventListener("touchstart", ({ touches }) => {
    spread = touches.length === 2 && document.getElementById("lens") ? apart(touches) : null;
  }, { passive: true });
  region.addEventListener("touchmove", (event) => {
    if (!spread || event.touches.length !== 2) return;
    if (event.cancelable) event.preventDefault();
    const lens = document.getElementById("lens"), ratio = apart(event.touches) / spread;
    const near = lens?.getAttribute("aria-pressed") === "true";
    if (near ? ratio > 1 / SPREAD : ratio < SPREAD) return;
    spread = null;
    lens?.click();
  }, { passive: false });
  new MutationObserver(() => painted(region)).observe(region, { childList: true, subtree: true });
}

addEventListener("click", (event) => {
  const show = event.target.closest?.("[data-show]");
  const wanted = show && document.getElementById(show.dataset.show);
  if (wanted) bring(wanted, "auto");
});

function apart([one, other]) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

function painted(region) {
  const came = region.landing && region.querySelector("[data-came=mine]");
  if (came) {
    region.landing = false; // it was brought here by hand
    for (const way of came.getAnimations()) way.finish();
  }
  const last = region.querySelector(".near .last");
  if (last && last.id !== region.followed) bring(last, region.followed ? "auto" : "instant");
  region.followed = last?.id;
}

// Into the middle of its pane. Shares of the drawing hold also while it grows.
function bring(wanted, behavior) {
  const pane = wanted.closest(".near");
  if (!pane) return;
  const drawing = pane.querySelector("svg"), whole = drawing.getBoundingClientRect();
  const box = wanted.getBoundingClientRect(), edge = getComputedStyle(pane);
  const x = (box.left + box.width / 2 - whole.left) / whole.width;
  const y = (box.top + box.height / 2 - whole.top) / whole.height;
  pane.scrollTo({
    left: parseFloat(edge.paddingLeft) + x * drawing.width.baseVal.value - pane.clientWidth / 2,
    top: parseFloat(edge.paddingTop) + y * drawing.height.baseVal.value - pane.clientHeight / 2,
    behavior,
  });
}
