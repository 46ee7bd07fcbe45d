// Puts what the brain has drawn on the page, and settles what markup alone cannot say. The loops of
// the shell, where a step costs next to nothing; it decides nothing and knows no part by name.

const MORPH = {
  morphStyle: "innerHTML",
  callbacks: {
    beforeNodeMorphed: (node, fresh) => !node.isEqualNode(fresh), // else nothing in it is looked at
    beforeAttributeUpdated: (name, node) => !(name === "tabindex" && roves(node)),
  },
};

const FRAME_AT_MOST = 100; // milliseconds
const TYPING = "input, select, textarea, [contenteditable]";

Object.assign(window.lodge, { lay, breath, morph, settle, tabTo });

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
