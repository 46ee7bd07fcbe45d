"""What may be wrong with a page for somebody's eyes or hands, each found by JavaScript in it.

Each gives a list of what it found; an empty one is what we want. They know no screen.
"""

CONTROLS = """
const SHOWN = { checkVisibilityCSS: true, contentVisibilityAuto: true, visibilityProperty: true };
const place = document.querySelector(":popover-open") ?? document.body;
const named = (each) => each.ariaLabel || each.innerText?.trim() || each.name || each.id;
/* what is pressed: of a hidden box its label, of a word in a sentence all that is said */
const controls = [...place.querySelectorAll(
    "button, select, summary, input, a[href], [role=button]")]
    .filter(each => each.checkVisibility(SHOWN) && !each.closest("noscript"));
const body = (each) => getComputedStyle(each, "::after").position === "absolute"
    ? each.offsetParent : each.closest("label") ?? each;
"""

TINY = f"""() => {{
    {CONTROLS}
    const wrong = [];
    for (const each of controls) {{
        if (each.closest("svg") || getComputedStyle(each).display === "inline") continue;
        const {{ width, height }} = body(each).getBoundingClientRect();
        if (Math.min(width, height) < 43.9)
            wrong.push(`${{named(each)}}: ${{width.toFixed(1)}} by ${{height.toFixed(1)}} px`);
    }}
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {{
        const around = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || around.closest("svg, script, noscript, style"))
            continue;
        if (!around.checkVisibility(SHOWN)) continue;
        const size = parseFloat(getComputedStyle(around).fontSize);
        if (size > 0 && size < 13) wrong.push(`${{walker.currentNode.data}}: ${{size}} px`);
    }}
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) wrong.push(`${{wide}} px wider than the screen`);
    return wrong;
}}"""
"""Controls of less than 44 px, but for those within a sentence or a drawing; text below 13 px."""

OUT_OF_REACH = f"""() => {{
    {CONTROLS}
    return controls.filter(each => {{
        body(each).scrollIntoView({{ block: "center", inline: "nearest", behavior: "instant" }});
        const [box] = body(each).getClientRects();
        const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
        const hit = document.elementFromPoint(x, y);
        return !hit || !(body(each).contains(hit) || hit.contains(each) && hit.closest("label"));
    }}).map(named);
}}"""
"""Controls that cannot be scrolled to where a finger finds them."""

MOVING = """() => {
    const still = (style) => style.animationName === "none"
        && style.transitionDuration.split(",").every(each => parseFloat(each) === 0);
    return [...document.querySelectorAll("body, body :not(defs, defs *, path, circle, rect)")]
        .filter(each => ["", "::before", "::after"]
            .some(part => !still(getComputedStyle(each, part))))
        .map(each => each.outerHTML.slice(0, 80));
}"""
"""Whatever would move by itself, or take time to change."""

BARE = f"""() => {{
    {CONTROLS}
    const edged = (style) => ["Top", "Bottom"].some(side => style[`border${{side}}Style`] !== "none"
        && parseFloat(style[`border${{side}}Width`]) >= 1
        && style[`border${{side}}Color`] !== style.backgroundColor);
    return controls.filter(each => {{
        const style = getComputedStyle(each);
        if (each.closest("svg") || style.textDecorationLine === "underline") return false;
        if (each.matches("input[type=range], summary")) return false;
        if (body(each).querySelector(".tile")) return false; // a tile has an edge of its own
        return !edged(style) && !edged(getComputedStyle(body(each)));
    }}).map(named);
}}"""
"""Controls that are told by no line of their own where the system's colours are all there are."""

CROWDED = """() => {
    const place = document.querySelector(":popover-open") ?? document.body;
    const wrong = [], texts = [];  // of other nodes
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) wrong.push(`${wide} px wider than the screen`);
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode, words = node.data.trim(), around = [];
        for (let each = node.parentElement; each; each = each.parentElement) around.push(each);
        const styles = around.map(each => getComputedStyle(each));
        if (!words || node.parentElement.closest("svg, script, noscript")) continue;
        if (!node.parentElement.checkVisibility()) continue;
        if (styles.some(each => each.clipPath !== "none")) continue; // it is only read out
        const bar = around.find((_, i) => styles[i].position === "sticky"); // all else scrolls by
        const own = [], range = document.createRange();
        range.selectNodeContents(node);
        for (const { left, top, right, bottom, height } of range.getClientRects()) {
            const box = { words, bar, left, right };
            [box.top, box.bottom] = [top + height / 4, bottom - height / 4];
            if (left === right || styles.some(each => each.visibility === "hidden")) continue;
            styles.forEach((style, i) => {
                if (style.overflowX === "visible" || around[i] === document.documentElement) return;
                const pane = around[i].getBoundingClientRect();
                const cut = Math.max(pane.left - box.left, box.right - pane.right);
                if (cut > 1 && style.textOverflow !== "ellipsis") wrong.push(`${words}: cut`);
                box.left = Math.max(box.left, pane.left);
                box.right = Math.min(box.right, pane.right);
                if (style.overflowY === "visible") return;
                box.top = Math.max(box.top, pane.top);
                box.bottom = Math.min(box.bottom, pane.bottom);
            });
            for (const other of texts)
                if (box.bar === other.bar
                    && Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1
                    && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1)
                    wrong.push(`${words}: over ${other.words}`);
            own.push(box);
        }
        texts.push(...own);
    }
    return wrong;
}"""
"""What is wrong with the text: it is cut, or lies on other text."""

TORN = """() => {
    const place = document.querySelector(":popover-open") ?? document.body;
    const torn = [], walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const { data, parentElement: around } = walker.currentNode;
        if (around.closest("svg, script, noscript, output, code, [lang]:not(html, body)")) continue;
        if (!around.checkVisibility({ visibilityProperty: true })) continue;
        let outer = around; // what is clipped away is only read out
        while (outer && getComputedStyle(outer).clipPath === "none") outer = outer.parentElement;
        if (outer) continue;
        for (const { 0: word, index } of data.matchAll(/\\p{L}+/gu)) {
            const hyphened = getComputedStyle(around).hyphens === "auto";
            if (word.length > (hyphened ? 9 : 12)) continue;
            const range = document.createRange();
            range.setStart(walker.currentNode, index);
            range.setEnd(walker.currentNode, index + word.length);
            const tops = [...range.getClientRects()].filter(each => each.width > 1)
                .map(each => Math.round(each.top));
            if (new Set(tops).size > 1) torn.push(`${word}: ${around.textContent}`);
        }
    }
    return torn;
}"""
"""Words torn over two lines that are neither so long that they must be, nor hyphened.."""
