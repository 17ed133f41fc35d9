import type { Page } from './browser.ts';

/** Elements that may be wider than their container: they scroll sideways and cut their content at the edge as a cue. */
const SCROLLERS = '.tabs, .switcher, .carousel-row, .demo-pages, .g-chips';
/** Names that are shown in full elsewhere. */
const SHORTENED = '.switcher-name, .long-name, .device-name';
/** Text that people typed, or copy letter by letter. */
const NAMES = 'bdi, .switcher-name, .account-address, code, pre, .code';

/**
 * Returns an array that collects what the browser reports while this page is used: errors, warnings, failed hydration and CSP violations.
 */
export async function collectFaults(page: Page): Promise<Array<string>> {
  const faults: Array<string> = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    const text = message.text();
    // A refused form returns 400, which is expected. A missing file of the application is a fault.
    const isExpectedAnswer = text.startsWith('Failed to load resource') && !message.location().url.includes('/assets/');
    const isFromTests = text.startsWith('Service Worker registration blocked by Playwright');
    if ((message.type() === 'error' || message.type() === 'warning') && !isExpectedAnswer && !isFromTests) faults.push(text);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      console.error(`policy: ${effectiveDirective} ${blockedURI}`);
    });
  });
  return faults;
}

type Checks = {
  /** Adds accents to every text and makes it about 40% longer, like the longest translations. */
  isPseudo?: boolean;
  /** Also checks that controls are large enough for a finger and do not overlap. */
  hasRoom?: boolean;
};

/**
 * Returns the layout faults: overflow of the page, cut text, text outside its button, and headings broken inside a word. With `hasRoom`,
 * also returns controls that are too small or overlap.
 */
export async function layoutFaults(page: Page, { isPseudo = false, hasRoom = false }: Checks = {}): Promise<Array<string>> {
  // Text has another width until its font is loaded.
  await page.evaluate(() => document.fonts.ready.then(() => null));
  return page.evaluate(
    ({ isPseudo, hasRoom, SCROLLERS, SHORTENED, NAMES }) => {
      const faults = new Set<string>();
      const nameOf = (element: Element) =>
        `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? element.getAttribute('name') ?? ''} «${element.textContent?.trim().slice(0, 30)}»`;
      const isShown = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.closest('.sr-only, [inert]') === null &&
        getComputedStyle(element).clipPath === 'none';
      const texts: Array<Text> = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (node instanceof Text && node.data.trim() !== '' && node.parentElement?.closest('script, style, noscript, option') === null)
          texts.push(node);
      }
      if (isPseudo) {
        const accents: Record<string, string> = {
          a: 'áá',
          e: 'éé',
          i: 'íí',
          o: 'óó',
          u: 'úú',
          A: 'Áá',
          E: 'Éé',
          I: 'Íí',
          O: 'Óó',
          U: 'Úú',
        };
        for (const text of texts)
          if (text.parentElement?.closest(NAMES) === null)
            text.data = text.data.replace(/[aeiou]/gi, (letter) => accents[letter] ?? letter);
      }
      const { clientWidth, scrollWidth } = document.documentElement;
      if (scrollWidth > clientWidth) faults.add(`the page is ${scrollWidth} wide`);

      type Box = { left: number; right: number; top: number; bottom: number };
      const isInside = (inner: Box, outer: Box, isAcross = false) =>
        inner.left >= outer.left - 1 &&
        inner.right <= outer.right + 1 &&
        (isAcross || (inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1));
      for (const text of texts) {
        const parent = text.parentElement;
        if (parent === null || !isShown(parent)) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
        const button = parent.closest('button, .button, .menu-item, .badge, .choice label');
        if (button !== null && !boxes.every((box) => isInside(box, button.getBoundingClientRect()))) faults.add(`leaves ${nameOf(button)}`);
        if (parent.closest('h1, h2, h3') !== null && parent.closest(`${NAMES}, ${SHORTENED}`) === null) {
          for (const { 0: word, index } of text.data.matchAll(/[\p{Script=Latin}]+/gu)) {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) faults.add(`breaks «${word}» ${nameOf(parent)}`);
          }
        }
        const isScrolled = parent.closest(SCROLLERS) !== null;
        if (!isScrolled && !boxes.every(({ left, right }) => left >= -1 && right <= innerWidth + 1))
          faults.add(`off the page ${nameOf(parent)}`);
        for (let at: Element | null = parent; at !== null && at !== document.body; at = at.parentElement) {
          const { overflowX, overflowY, position } = getComputedStyle(at);
          const isFree = overflowX === 'visible' || at.matches(SCROLLERS) || parent.closest(SHORTENED) !== null;
          const outer = at.getBoundingClientRect();
          const canScroll = overflowY === 'auto' || overflowY === 'scroll';
          if (!isFree && !boxes.every((box) => isInside(box, outer, canScroll))) faults.add(`cut in ${nameOf(at)}: ${nameOf(parent)}`);
          if (position === 'fixed') break;
        }
      }
      if (!hasRoom) return [...faults];

      const usable = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')];
      const parts = new Map<Element, { box: Box; layer: Element | null }>();
      for (const element of usable.filter(isShown)) {
        const label = element instanceof HTMLInputElement ? element.closest('label') : null;
        const part = label ?? element;
        const box: Box = { ...part.getBoundingClientRect().toJSON() };
        let layer: Element | null = null;
        for (let at: Element | null = part; at !== null && layer === null; at = at.parentElement) {
          const { position, zIndex, overflowX } = getComputedStyle(at);
          if (position === 'fixed' || position === 'sticky' || (position === 'absolute' && zIndex !== 'auto')) layer = at;
          if (at === part || overflowX === 'visible') continue;
          const { left, right } = at.getBoundingClientRect();
          [box.left, box.right] = [Math.max(box.left, left), Math.min(box.right, right)];
        }
        if (box.right - box.left > 0) parts.set(part, { box, layer });
      }
      const all = [...parts];
      for (const [index, [one, { box, layer }]] of all.entries()) {
        for (const [other, { box: second, layer: itsLayer }] of all.slice(index + 1)) {
          if (layer !== itsLayer || one.contains(other) || other.contains(one)) continue;
          const across = Math.min(box.right, second.right) - Math.max(box.left, second.left);
          const down = Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top);
          if (across > 1 && down > 1) faults.add(`${nameOf(one)} lies on ${nameOf(other)}`);
        }
        // Links inside a text are exempt, because they are only as high as its lines.
        const isInText = getComputedStyle(one).display === 'inline' && one.parentElement?.textContent !== one.textContent;
        if (isInText) continue;
        const sizes = [one, ...(one instanceof HTMLInputElement ? (one.labels ?? []) : [])].map((part) => part.getBoundingClientRect());
        const { content, position, width, height } = getComputedStyle(one, '::after');
        const halo = content !== 'none' && position === 'absolute' ? [Number.parseFloat(width), Number.parseFloat(height)] : [0, 0];
        const across = Math.max(...sizes.map((size) => size.width), halo[0] ?? 0);
        const down = Math.max(...sizes.map((size) => size.height), halo[1] ?? 0);
        if (across < 43.5 || down < 43.5) faults.add(`${nameOf(one)} is ${Math.round(across)} × ${Math.round(down)}`);
      }
      return [...faults];
    },
    { isPseudo, hasRoom, SCROLLERS, SHORTENED, NAMES },
  );
}
