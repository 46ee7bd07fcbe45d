// Puts what the brain has drawn on the page, and settles what markup alone cannot say. The loops of
// the shell, where a step costs next to nothing; it decides nothing and knows no part by name.

const MORPH = {
  morphStyle: "innerHTML",
  callbacks: { beforeAttributeUpdated: (name, node) => !(name === "tabindex" && roves(node)) },
};

const FRAME_AT_MOST = 100; // milliseconds
const TYPING = "input, select, textarea, [contenteditable]";

let laidFirst = false; // a hand that the brain does not show yet

Object.assign(window.lodge, {
  nextPicture, closes, lay, breath, morph, settle, tabTo, dealt, secret, layFirst,
});

// Where a first hand lies, that of a table without one waits for the next.
async function nextPicture(brain) {
  const picture = await painted(brain);
  while (laidFirst && picture.body.screen === "table" && !picture.regions.hand) {
    const next = await painted(brain);
    Object.assign(picture.regions, next.regions);
    Object.assign(picture.body, next.body);
    picture.effects.push(...next.effects);
  }
  laidFirst = false;
  return picture;
}

async function painted(brain) {
  return { regions: {}, body: {}, effects: [], ...JSON.parse(await brain.next_paint()) };
}

// What a first hand of this game is laid of, as the build has written it down: the deck, how many of
// its tiles one holds, in which order they stand, how each looks, and the picture around them. Null
// where it does not arrive: then the brain lays the first.
async function dealt(game) {
  try {
    const { held, decks, orders, tiles, pictures } = await (await fetch("dealt.json")).json();
    const order = orders[game][lodge.setting("sort")] ?? decks[game];
    return { held, deck: decks[game], order, tiles, picture: pictures[document.documentElement.lang] };
  } catch {
    return null;
  }
}

// 32 random bytes in hex.
function secret() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Before the brain is awake. The lanterns that are still to be lit stand where the line will lie.
function layFirst({ order, tiles, picture }, held) {
  const sorted = order.split(" ").filter((tile) => held.includes(tile));
  const { regions } = picture;
  regions.hand = regions.hand.replaceAll("{}", () => tiles[sorted.shift()]);
  laidFirst = true;
  lay(picture);
  settle();
  for (const name of ["asked-again", "lighting"]) {
    document.getElementById("line").append(document.getElementById(name));
  }
}

// The regions of a picture, and what it says of the page as a whole: nobody may see or hear one of
// them without the others.
function lay({ regions, body, effects = [] }) {
  letGo(regions);
  for (const [name, html] of Object.entries(regions)) {
    const region = document.getElementById(name);
    if (region) morph(region, html);
    else console.error(`lodge: the page has no region #${name}`);
  }
  for (const whole of [document.documentElement, document.body]) Object.assign(whole.dataset, body);
  for (const effect of effects) {
    if (effect.do === "language") lodge.speak(effect.language);
    if (effect.do === "title") document.title = effect.text;
  }
}

// Until the browser has shown what was laid: whatever asks for a place before, as taking the focus
// does, has the whole page worked out within its own task. A hidden page shows nothing, nor one that
// is hidden meanwhile.
function breath() {
  return new Promise((go) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = go;
    if (document.hidden) port2.postMessage(null);
    else requestAnimationFrame(() => port2.postMessage(null));
    setTimeout(go, FRAME_AT_MOST);
  });
}

// A dialog that the picture does not have closes by itself first, and gives the focus back: a browser
// works out the whole page for that, which is costly with all that changes besides.
function closes(regions) {
  const open = document.querySelector("dialog[data-modal][open]");
  const region = open && Object.keys(regions).find((name) => open.closest(`#${name}`));
  if (!region || regions[region].includes(`id="${open.id}"`)) return false;
  open.close();
  return true;
}

// What has the focus and is not in the picture gives it to a button beside it that is, or to what
// holds the screen: a browser works out the whole page as it takes a focused node away, and again as
// another gets the focus, which is costly only once other parts have changed.
function letGo(regions) {
  const held = document.activeElement;
  const region = Object.keys(regions).find((name) => held.closest(`#${name}`));
  const stays = ({ id }) => id && regions[region].includes(`id="${id}"`);
  if (!region || !held.id || stays(held)) return;
  const group = held.closest("[data-roving]");
  const heir = group && [...group.querySelectorAll("button:enabled")].find(stays);
  (heir ?? held.closest("main"))?.focus({ preventScroll: true });
}

// Change a region's content into this, keeping every node that can stay, and open what is open.
function morph(region, html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  for (const { id } of region.querySelectorAll("[open]")) {
    fresh.content.getElementById(id)?.setAttribute("open", "");
  }
  // What is being typed is spared; anything else that has the focus is drawn as the rest is.
  const ignoreActiveValue = document.activeElement.matches(TYPING);
  Idiomorph.morph(region, fresh.content, { ...MORPH, ignoreActiveValue });
}

function settle() {
  for (const right of all("input[type=radio][data-change][checked]:not(:checked)")) {
    right.checked = true; // what was chosen instead has been refused
  }
  for (const right of all("select[data-change] option[selected]:not(:checked)")) {
    right.selected = true;
  }
  for (const slider of all("input[type=range]:not(:active)")) {
    slider.value = slider.dataset.value; // the morph spares what has the focus
  }
  for (const group of all("[data-roving]")) {
    const open = group.querySelectorAll('button:enabled:not([tabindex="-1"])');
    if (open.length !== 1) tabTo(group, group.querySelector('[tabindex="0"]:enabled') ?? open[0]);
  }
}

// Of a group in which arrows lead on, Tab comes to one button.
function tabTo(group, chosen = group.querySelector("button:enabled")) {
  for (const button of group.querySelectorAll("button")) {
    button.setAttribute("tabindex", button === chosen ? "0" : "-1");
  }
}

function roves(node) {
  return node.closest?.("[data-roving]") && node.localName === "button";
}

function all(selector) {
  return document.querySelectorAll(selector);
}
