// The dialog over the page: nothing behind it is reached by pointer, by Tab or by ear. For one that
// a browser itself makes modal it works out the style of every element of the page anew, as it opens
// and as it closes, which is ten times the work of the dialog; so it is a popover, made modal here.

const STOPS = ":is(a[href], button, input, select, textarea, summary, [tabindex])"
  + ':not(:disabled, [tabindex="-1"], [type="radio"]:not(:checked))';

Object.assign(window.lodge, { showDialog, closes });

const region = document.getElementById("dialog");
const behind = document.querySelectorAll("body > div:not(#dialog, #status)");
let backwards = false; // the way of the last Tab
let back = null; // the system's own wish to go back, as a telephone has it

// It takes the focus, as a browser chooses: what is marked for that, or else its first button.
function showDialog(dialog) {
  dialog.showPopover();
  for (const part of behind) part.setAttribute("aria-hidden", "true");
  if (dialog.dataset.cancel && "CloseWatcher" in window) {
    back = new CloseWatcher();
    back.onclose = () => dialog.querySelector(`[data-msg="${dialog.dataset.cancel}"]`).click();
  }
}

// Whether a picture does not have the dialog that is shown, which closes and gives the focus back
// before anything else changes: only then is that little work.
function closes({ dialog: html }) {
  const dialog = shown();
  if (!dialog || html === undefined || html.includes(`id="${dialog.id}"`)) return false;
  for (const part of behind) part.removeAttribute("aria-hidden");
  back?.destroy();
  back = null;
  dialog.hidePopover();
  return true;
}

function shown() {
  return region.querySelector("dialog:popover-open");
}

// Tab goes round within it, and comes back to it from the browser's own buttons.
addEventListener("keydown", (event) => {
  const dialog = event.key === "Tab" && shown();
  if (!dialog) return;
  backwards = event.shiftKey;
  const [from, to] = backwards ? ends(dialog) : ends(dialog).reverse();
  if (document.activeElement !== from) return;
  event.preventDefault();
  to.focus();
}, true);

addEventListener("focusin", ({ target }) => {
  const dialog = shown();
  if (dialog && !dialog.contains(target)) ends(dialog).at(backwards ? -1 : 0)?.focus();
});

// Where Tab comes to first in it, and where last.
function ends(dialog) {
  const stops = [...dialog.querySelectorAll(STOPS)].filter((stop) => stop.checkVisibility());
  return [stops[0], stops.at(-1)];
}
