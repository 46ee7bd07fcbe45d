// Has rain fall behind the window, a step at a time. By itself an animation asks for sixty frames a
// second, however few it shows; these steps are all that is drawn. It knows neither screen nor wish:
// where the style sheets let nothing fall, there is no animation to carry on, and no timer.

const STEP = 300; // milliseconds
const layers = [...document.querySelectorAll(".falling")];
let falls = [];
let falling = null;

for (const layer of layers) {
  layer.addEventListener("animationstart", begin);
  layer.addEventListener("animationcancel", begin);
}
addEventListener("visibilitychange", begin);
begin();

function begin() {
  clearInterval(falling);
  falls = layers.flatMap((layer) => layer.getAnimations());
  if (falls.length && !document.hidden) falling = setInterval(step, STEP);
}

function step() {
  for (const fall of falls) if (fall.currentTime !== null) fall.currentTime += STEP; // none once it is over
}
