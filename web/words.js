// The words that index.html brings itself, in the reader's language before they are painted: an
// element names them by data-words, those of an attribute by data-words-… It knows no place.

const WORDS = { "%WORDS%": {} }; // language → key → words; the build writes them
const PLACES = { wordsLabel: "aria-label", wordsContent: "content", wordsLink: "href" };
const MARKED = "[data-words], [data-words-label], [data-words-content], [data-words-link]";

window.lodge = { speak, asked: asked(), setting };

// What the browser asks for, so far as the lodge speaks it.
function asked() {
  const codes = navigator.languages.map((each) => each.split("-")[0].toLowerCase());
  return codes.find((code) => Object.hasOwn(WORDS, code)) ?? "en";
}

// What the player has chosen there, if anything.
function setting(name) {
  try {
    return JSON.parse(localStorage.getItem("lodge.settings"))[name] ?? "";
  } catch {
    return ""; // refused, or never written
  }
}

function speak(language) {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll(MARKED)) {
    const { dataset } = element;
    const words = (key) => WORDS[language][key].replace(/\{(\w+)\}/, (_, name) => dataset[name]);
    const said = dataset.words && words(dataset.words);
    if (said && element.textContent !== said) element.textContent = said;
    for (const [place, attribute] of Object.entries(PLACES)) {
      const key = dataset[place];
      if (key && element.getAttribute(attribute) !== words(key)) {
        element.setAttribute(attribute, words(key));
      }
    }
  }
}

// The page is read bit by bit: each is put into words before the browser can paint it.
const wish = setting("language");
const first = Object.hasOwn(WORDS, wish) ? wish : window.lodge.asked;
if (first !== document.documentElement.lang) {
  const reading = new MutationObserver(() => speak(first));
  reading.observe(document, { childList: true, subtree: true, characterData: true });
  addEventListener("DOMContentLoaded", () => (speak(first), reading.disconnect()));
}
