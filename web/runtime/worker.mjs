// The brain's worker, up before PyScript asks for one: wakes the interpreter at once, and becomes
// PyScript's as soon as that sends its program. It knows nothing of what is said to either.

import "./interpreter.mjs";

const held = []; // what the page has said and nobody here has heard
let owed = 0; // how much of it is waited for

addEventListener("message", become, { once: true });

function become(event) {
  event.stopImmediatePropagation();
  addEventListener("message", hold);
  globalThis.addEventListener = listen;
  import(event.data).catch(postMessage);
}

// PyScript's program hears one message at a time, and makes itself ready before it hears the next;
// after these all is said through a port of its own. Pyodide listens too, without end, and is sent
// nothing.
function listen(kind, listener, options) {
  EventTarget.prototype.addEventListener.call(globalThis, kind, listener, options);
  if (kind !== "message" || !options?.once) return;
  owed += 1;
  queueMicrotask(() => {
    while (held.length && owed) dispatchEvent(held.shift());
  });
}

function hold(event) {
  if (owed) {
    owed -= 1;
  } else {
    event.stopImmediatePropagation();
    held.push(new MessageEvent("message", { data: event.data, ports: [...event.ports] }));
  }
}
