// Has the browser keep the whole build, finds out when a newer one lies ready, and goes in to it.
// It knows no file of either, and of what is played only whether the Hearth is before somebody.

const LATER = 30_000; // ms after the whole build is kept: a visit has settled then, or is over

lodge.keepForLater = keepForLater;
lodge.renew = renew;

// Not before the page is up, to be up sooner. Where it is refused, the page needs the network.
async function keepForLater(tellNewer) {
  const registration = await navigator.serviceWorker?.register("sw.js").catch(() => undefined);
  if (!registration) return;
  const look = () => registration.active && registration.waiting && tellNewer();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", look);
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) registration.update().catch(() => undefined); // no network: later
  });
  look();
  await navigator.serviceWorker.ready;
  setTimeout(leaveMemory, LATER);
}

// For the next visit, and never while something is played before somebody's eyes. Where it is
// refused, starts stay as they are.
function leaveMemory() {
  const rests = document.hidden || document.body.dataset.screen === "hearth";
  if (rests) lodge.remember().catch(() => {});
  else setTimeout(leaveMemory, LATER);
}

// Whether it does: a newer build comes in to its only page, and this may not be the only one.
async function renew() {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update().catch(() => undefined);
  await left(registration?.installing, "installing");
  const newer = registration?.waiting;
  if (newer && !(await comesIn(newer))) return false;
  await left(newer, "installed");
  location.reload();
  return true;
}

function comesIn(newer) {
  return new Promise((answer) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => answer(data);
    newer.postMessage("come in", [port2]);
  });
}

function left(worker, state) {
  return new Promise((done) => {
    const look = () => worker?.state === state || done();
    worker?.addEventListener("statechange", look);
    look();
  });
}
