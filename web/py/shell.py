"""The shell: has regions painted, listens, does effects; it knows no game and no rule.

Of tiles it knows those of a first hand, which it deals where the brain is not awake yet.

Runs on MicroPython, where each step over the page's nodes is costly: paint.js has those loops, and
decides nothing. No other Python touches the page.
"""

import asyncio
import json

import js
from pyscript import workers
from pyscript.ffi import create_proxy, is_none

from engine.shuffle import shuffled_places

document = js.document
body = document.body
KEPT = "lodge."  # how every key of ours in this browser's storage begins
TYPING = "input, select, textarea, [contenteditable]"
LARGEST = 1_000_000  # bytes of a file that is still read
TABLES = ("#table=", "#bout=")  # how an address that leads to a table by way of the relay goes on
FIRST = {  # gets the focus there
    "hearth": "play-solo",
    "gather": "gather-title",
    "table": "hand",
    "replay": "replay-title",
    "ranked": "ranked-title",
}
REMEMBERED = ("again",)  # regions that are shown as they last were until the brain paints them
WAYS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End")
JSON_TYPE = js.JSON.parse('{"type": "application/json"}')


async def open_lodge():
    """Wake the brain, then show whatever it paints, as long as the page lives."""
    js.lodge.light("shell")
    show_remembered()
    js.lodge.onKept = create_proxy(lambda: asyncio.create_task(told_of(deal_first())))
    js.lodge.onKept()
    try:
        brain = await workers["brain"]
        await brain.hello(json.dumps(what_is_here()))
    except Exception as fault:
        tell(fault)
        js.lodge.fail("load-failed")
        return
    js.lodge.light("brain")
    shell = Shell(brain)
    await shell.catch_up()
    shell.chosen = js.lodge.passFirst()
    shell.listen()
    shell.settle()
    body.dataset.ready = ""
    js.lodge.keepForLater(create_proxy(lambda: shell.send("newer")))
    await shell.paint_forever()


class Shell:
    """The page, once the brain has answered."""

    def __init__(self, brain):
        self.brain = brain
        self.entered = None  # what gets the focus as soon as it is there: a screen's first thing
        self.opener = None  # what had the focus before a dialog opened
        self.chosen = ""  # a tile of the first hand, before the brain was awake

    def send(self, msg, value="", **more):
        """Tell the brain, without waiting for it."""
        asyncio.create_task(self.deliver(json.dumps(dict(more, msg=msg, value=value))))

    async def deliver(self, message):
        """Send one message; a fault on its way is told here and goes no further."""
        try:
            await self.brain.send(message)
        except Exception as fault:
            tell(fault)

    # Listening

    async def catch_up(self):
        """Tell the brain of the clicks that early.js kept, before it paints anything."""
        while js.lodge.queue.length:
            for message in json.loads(js.JSON.stringify(js.lodge.queue.splice(0))):
                await self.deliver(json.dumps(message))

    def listen(self):
        """Take over from early.js."""
        js.lodge.queue = None
        for kind, hear in (
            ("click", self.on_click),
            ("change", self.on_change),
            ("keydown", self.on_key),
            ("visibilitychange", self.on_visibility),
        ):
            document.addEventListener(kind, create_proxy(guarded(hear)), True)
        for kind, hear in (
            ("popstate", self.on_back),
            ("hashchange", self.on_address),
            ("online", self.on_awake),
            ("pageshow", self.on_awake),
        ):
            js.window.addEventListener(kind, create_proxy(guarded(hear)))
        sizes = js.ResizeObserver.new(create_proxy(guarded(self.on_sizes)))
        for found in every("[data-measure]"):
            sizes.observe(found)
        if document.hidden:
            self.send("hidden")

    def on_click(self, event):
        passed_on = event.target.closest("[data-copy], [data-share]")
        if not is_none(passed_on):
            self.pass_on(passed_on)
            return
        chosen = event.target.closest("[data-msg]")
        if is_none(chosen):
            return
        form = chosen.closest("form")
        fields = {} if is_none(form) else json.loads(text_of_form(form))
        self.send(chosen.dataset.msg, attribute(chosen, "data-value"), form=fields)

    def pass_on(self, button):
        """Copy or share a link at once: the browser lets nothing but the press itself do that."""
        if button.hasAttribute("data-share"):
            js.lodge.share(attribute(button, "data-share"), document.title)
        else:
            asyncio.create_task(self.copy(attribute(button, "data-copy")))

    async def copy(self, text):
        self.send("copied" if await js.lodge.copy(text) else "not_copied")

    def on_change(self, event):
        chooser = event.target.closest("[data-file]")
        if not is_none(chooser):
            self.read_file(chooser)
        field = event.target.closest("[data-change]")
        if not is_none(field):
            ticked = field.type == "checkbox"
            value = ("true" if field.checked else "false") if ticked else field.value
            self.send(field.dataset.change, value)

    def read_file(self, chooser):
        """Send a chosen file's text; the same one may be chosen again at once."""
        file = chooser.files.item(0)
        if is_none(file):
            return
        if file.size > LARGEST:
            self.send("file_too_large")
        else:  # the text itself passes MicroPython by, whose memory is small
            refused = create_proxy(guarded(lambda reason: self.send("file_too_large")))
            js.lodge.sendText(file, chooser.dataset.file, self.brain).catch(refused)
        chooser.value = ""

    def on_key(self, event):
        key = event.key
        if event.ctrlKey or event.altKey or event.metaKey or event.isComposing:
            return
        dialog = document.querySelector("dialog:popover-open")
        if key == "Escape" and not is_none(dialog):
            event.preventDefault()
            self.ask_to_close(dialog)
            return
        if not is_none(dialog) or not is_none(event.target.closest(TYPING)):
            return
        drawn = event.target.closest("g[role=button]")
        if key in ("Enter", " ") and not is_none(drawn):
            event.preventDefault()
            self.send(attribute(drawn, "data-msg"), attribute(drawn, "data-value"))
            return
        rover = event.target.closest("[data-roving] button")
        if key in WAYS and event.target.matches("[data-pane]"):
            return  # the browser goes over the line
        if key in WAYS and not is_none(rover):
            event.preventDefault()
            rove(rover, key)
            return
        letter = len(key) == 1 and (key.isalpha() or key == "?")
        if letter or key in ("Escape", "ArrowLeft", "ArrowRight"):
            self.send("key", key)

    def ask_to_close(self, dialog):
        if dialog.hasAttribute("data-cancel"):
            self.send(attribute(dialog, "data-cancel"))

    def on_visibility(self, _event):
        self.send("hidden" if document.hidden else "visible")

    def on_awake(self, _event):
        self.send("awake")

    def on_address(self, _event):
        """Somebody has followed a link to a table, or pasted one."""
        if leads_to_table():
            self.send("link", js.location.href)

    def on_back(self, event):  # noqa: ARG002 (the page calls it so)
        if body.dataset.screen != "hearth":
            self.send("back")
        elif leads_to_table():
            show_address("")  # we have just left that table

    def on_sizes(self, entries, _observer):
        for entry in entries:
            room = entry.contentRect
            if room.width:  # nothing that is not shown has a size
                name = attribute(entry.target, "data-measure")
                self.send("size", name, width=room.width, height=room.height)

    # Painting

    async def paint_forever(self):
        """Ask for the next picture, show it, ask again."""
        while True:
            try:
                await self.paint(await js.lodge.nextPicture(self.brain))
            except Exception as fault:
                tell(fault)
                await asyncio.sleep(0.1)

    async def paint(self, picture):
        """Show one picture from the brain: its regions, then its effects.

        In tasks of their own what closes, what is laid and what is settled, for presses to be
        answered in between.
        """
        if js.lodge.closes(picture.regions):
            await js.lodge.breath()
        held = not rests(document.activeElement)
        focused = document.activeElement.id
        screen = body.dataset.screen
        js.lodge.lay(picture)
        lost = held and rests(document.activeElement)
        await js.lodge.breath()
        for name in REMEMBERED:
            if js.Object.hasOwn(picture.regions, name):
                self.store(name, js.Reflect.get(picture.regions, name))
        if body.dataset.screen != screen:
            self.enter(body.dataset.screen)
        keep_way_back()
        self.settle()
        if lost and rests(document.activeElement):
            again = focused and not self.opener and focus(focused)
            if not again:
                self.entered = FIRST[body.dataset.screen]
        if self.entered and focus(self.entered):
            self.entered = None
        if self.chosen and not is_none(document.getElementById("tile-" + self.chosen)):
            self.send("tile", self.chosen)
        self.chosen = ""
        for effect in picture.effects:
            guarded(self.do)(effect)

    def enter(self, screen):
        """Another screen: the focus goes to its first thing."""
        self.entered = FIRST[screen]
        away = not is_none(js.history.state)  # from the hearth, by a step that Back takes back
        if screen == "hearth" and away:
            js.history.back()

    def settle(self):
        """Put right what HTML alone cannot say: dialogs and where the focus then belongs."""
        js.lodge.settle()
        for found in every("dialog:not(:popover-open)"):
            self.opener = self.opener or document.activeElement
            js.lodge.showDialog(found)
        if self.opener and is_none(document.querySelector("dialog")):
            if rests(document.activeElement):  # else the player, or the page, has moved on
                if self.opener.isConnected and not rests(self.opener):
                    self.opener.focus()
                else:
                    self.entered = FIRST[body.dataset.screen]
            self.opener = None

    # Effects

    def do(self, effect):
        kind = effect.do
        if kind == "store":
            self.store(effect.key, effect.text)
        elif kind == "focus":
            focus(effect.id)
        elif kind == "download":
            download(effect.name, effect.text)
        elif kind == "address":
            show_address(effect.text)
        elif kind == "cue":
            js.lodge.cue(effect.cue)
        elif kind == "reload":
            asyncio.create_task(self.renew())

    async def renew(self):
        if not await js.lodge.renew():
            self.send("other_tabs")

    def store(self, key, text):
        if not js.lodge.store(KEPT + key, text):
            self.send("storage_refused")


async def deal_first():
    """Lay our first hand where nothing else is asked for, and the brain is not awake to do it.

    The one deal whose order the page learns; it keeps our own tiles of it, the first of the deck.
    """
    queue = js.lodge.queue
    if not asks_to_deal(queue) or leads_to_table():
        return
    press = queue[0]
    dealt = await js.lodge.dealt(press.form.variant)
    if is_none(dealt) or not asks_to_deal(queue) or hasattr(press, "secrets"):
        return
    secrets = [js.lodge.secret(), js.lodge.secret()]  # the lodge's and ours
    deck = sorted(dealt.order.split(" "))
    places = shuffled_places(len(deck), [bytes.fromhex(secret) for secret in secrets])
    js.lodge.layFirst(dealt, js.Array.of(*[deck[place] for place in places[: dealt.held]]))
    press.secrets = js.Array.of(*secrets)  # the brain deals by them as well
    keep_way_back()


def asks_to_deal(queue):
    return bool(queue.length) and all(press.msg == "deal" for press in queue)


def keep_way_back():
    """Back leads to the hearth from anywhere else, also where it was asked once already."""
    screen = body.dataset.screen
    if screen != "hearth" and is_none(js.history.state):
        js.history.pushState(screen, "")


def show_remembered():
    stored = what_is_stored() or {}
    for name in REMEMBERED:
        region = document.getElementById(name)
        if KEPT + name in stored and not is_none(region):
            js.lodge.morph(region, stored[KEPT + name])


def what_is_stored():
    """Our texts in this browser's storage, None where it is refused."""
    stored = json.loads(js.JSON.stringify(js.lodge.stored()))
    if stored is None:
        return None
    return {name: text for name, text in stored.items() if name.startswith(KEPT)}


def what_is_here():
    """What this browser has kept for us, and whether it keeps more."""
    stored = what_is_stored()
    usable = stored is not None and js.lodge.store(KEPT + "probe", "")
    here = json.loads(js.JSON.stringify(js.lodge.whereabouts()))
    return dict(here, stored=stored or {}, storage=usable)


def rove(button, key):
    """Move the focus from a button to its neighbour in the group."""
    group = button.closest("[data-roving]")
    buttons = list(group.querySelectorAll("button:enabled"))
    places = [place(each) for each in buttons]
    at = [button.isSameNode(each) for each in buttons].index(True)
    to = neighbour(places, at, key)
    js.lodge.tabTo(group, buttons[to])
    buttons[to].focus()


def neighbour(places, at, key):
    """The index next to `at` among the middles (x, y) of buttons, in reading order."""
    last = len(places) - 1
    if key in ("Home", "End"):
        return 0 if key == "Home" else last
    if key in ("ArrowLeft", "ArrowRight"):
        return max(at - 1, 0) if key == "ArrowLeft" else min(at + 1, last)
    way = -1 if key == "ArrowUp" else 1
    x, y = places[at]
    beyond = [each for each in range(last + 1) if (places[each][1] - y) * way > 4]
    nearest = lambda each: (abs(places[each][1] - y), abs(places[each][0] - x))  # noqa: E731
    return min(beyond, key=nearest) if beyond else at


def place(element):
    room = element.getBoundingClientRect()
    return room.x + room.width / 2, round(room.y + room.height / 2)


def focus(name):
    """Focus this element, or the button to be tabbed to within it; whether it could be."""
    found = document.getElementById(name)
    dialog = document.querySelector("dialog:popover-open")
    if is_none(found) or not (is_none(dialog) or dialog.contains(found)):
        return False
    within = found.querySelector('button[tabindex="0"]')
    (found if is_none(within) else within).focus()
    return found.contains(document.activeElement)


def rests(element):
    """Whether the focus is on nothing that is pressed or read."""
    return element.matches("body, main")


def text_of_form(form):
    return js.JSON.stringify(js.Object.fromEntries(js.FormData.new(form)))


def leads_to_table():
    return any(js.location.hash.startswith(table) for table in TABLES)


def show_address(link):
    """Have the page's address lead to a table, or to none."""
    bare = js.location.pathname + js.location.search
    js.history.replaceState(js.history.state, "", link or bare)


def download(name, text):
    """Give the player this text as a file."""
    address = js.URL.createObjectURL(js.Blob.new(js.Array.of(text), JSON_TYPE))
    link = document.createElement("a")
    link.href = address
    link.download = name
    body.append(link)
    link.click()
    link.remove()
    asyncio.create_task(forget(address))


async def forget(address):
    """Let go of a file's content once the browser has surely taken it."""
    await asyncio.sleep(60)
    js.URL.revokeObjectURL(address)


def every(selector):
    return document.querySelectorAll(selector)


def attribute(element, name):
    text = element.getAttribute(name)
    return "" if is_none(text) else text


def guarded(work):
    """The same work, except that a fault in it is told and goes no further."""

    def safe(*given):
        try:
            return work(*given)
        except Exception as fault:
            tell(fault)

    return safe


async def told_of(work):
    """The same, for work that takes its time."""
    try:
        await work
    except Exception as fault:
        tell(fault)


def tell(fault):
    js.console.error("lodge: " + (fault if isinstance(fault, str) else repr(fault)))


asyncio.create_task(open_lodge())
