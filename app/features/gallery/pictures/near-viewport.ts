/** No scroll event for this long means that the page is at rest. */
const REST_MS = 120;

type Watched = { onNear: () => void; onFar: () => void; isNear: boolean };

const watched = new Map<Element, Watched>();
let waiting = new Set<Element>();
let observer: IntersectionObserver | null = null;
let rest: ReturnType<typeof setTimeout> | null = null;

/**
 * Calls `onNear` when an element is in the viewport, or at most one screen away from it, and the page is at rest; elements that are closer
 * come first. With «save data», only elements in the viewport count. Calls `onFar` when the element is further away again.
 * @returns a function that ends this
 */
export function watchNear(element: Element, onNear: () => void, onFar: () => void): () => void {
  observer ??= startObserver();
  watched.set(element, { onNear, onFar, isNear: false });
  observer.observe(element);
  return () => {
    watched.delete(element);
    waiting.delete(element);
    observer?.unobserve(element);
  };
}

function startObserver(): IntersectionObserver {
  addEventListener('scroll', onScroll, { capture: true, passive: true });
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) note(target, isIntersecting);
      if (rest === null) settle();
    },
    { rootMargin: savesData() ? '0px' : '100% 0px' },
  );
}

function note(target: Element, isIntersecting: boolean): void {
  const entry = watched.get(target);
  if (entry === undefined) return;
  if (isIntersecting && !entry.isNear) waiting.add(target);
  if (isIntersecting) return;
  waiting.delete(target);
  if (entry.isNear) entry.onFar();
  entry.isNear = false;
}

function onScroll(): void {
  if (rest !== null) clearTimeout(rest);
  rest = setTimeout(() => {
    rest = null;
    settle();
  }, REST_MS);
}

function settle(): void {
  const near = [...waiting].map((element) => ({ element, distance: distanceOf(element) }));
  waiting = new Set();
  for (const { element } of near.sort((one, other) => one.distance - other.distance)) {
    const entry = watched.get(element);
    if (entry === undefined || entry.isNear) continue;
    entry.isNear = true;
    entry.onNear();
  }
}

/** Returns the distance from the viewport in pixels; 0 inside. */
function distanceOf(element: Element): number {
  const { top, bottom } = element.getBoundingClientRect();
  return Math.max(0, -bottom, top - innerHeight);
}

/** True if the parent asked the browser to save data. Not all browsers say so. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
