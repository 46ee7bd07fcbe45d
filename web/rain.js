// Has rain fall behind the window, a step at a time. By itself an animation asks for sixty frames a
// second, however few it shows; these steps are all that is drawn. It knows neither screen nor wish:
// where the style sheets let nothing fall, there is no animation to carry on.

const STEP = 250; // milliseconds
const layers = [...document.querySelectorAll(".falling")];
let falling = null;

addEventListener("visibilitychange", begin);
begin();

function begin() {
  clearInterval(falling);
  if (!document.hidden) falling = setInterval(step, STEP);
}

function step() {
  for (const fall of layers.flatMap((layer) => layer.getAnimations())) fall.currentTime += STEP;
}
