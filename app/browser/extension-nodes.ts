/** Limit of moved nodes. An extension that adds a new node for each moved one would otherwise cause an endless loop. */
const MOVES_MAX = 100;

/**
 * Moves nodes that extensions and screenshot tools add to <html> to the end of the body. React would rerender the whole page because of
 * them (error 418) and lose early input. Observes until hydration, which happens in steps, has ended. A node that is put back stays,
 * because two observers would otherwise loop.
 * @returns a function that stops observing
 */
export function isolateExtensionNodes({ documentElement, head, body }: Document): () => void {
  const moved = new WeakSet<Element>();
  let left = MOVES_MAX;
  const watcher = new MutationObserver(setAside);
  function setAside() {
    for (const node of [...documentElement.children]) {
      if (node === head || node === body || moved.has(node)) continue;
      moved.add(node);
      body.appendChild(node);
      left -= 1;
      if (left === 0) return watcher.disconnect();
    }
  }
  watcher.observe(documentElement, { childList: true });
  setAside();
  return () => watcher.disconnect();
}
