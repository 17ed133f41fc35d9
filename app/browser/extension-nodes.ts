/** Maximum number of moved nodes. Prevents an endless loop with an extension that adds a new node for each moved one. */
const MOVES_MAX = 100;

/**
 * Moves nodes that extensions add to <html> to the end of the body. Otherwise React would rerender the whole page (error 418) and lose
 * early input. Moves each node only once, because an extension may put it back.
 * @returns a function that stops observing, to call after hydration
 */
export function isolateExtensionNodes({ documentElement, head, body }: Document): () => void {
  const moved = new WeakSet<Element>();
  let movesLeft = MOVES_MAX;
  const observer = new MutationObserver(moveForeignNodes);
  function moveForeignNodes() {
    for (const node of [...documentElement.children]) {
      if (node === head || node === body || moved.has(node)) continue;
      moved.add(node);
      body.appendChild(node);
      movesLeft -= 1;
      if (movesLeft === 0) return observer.disconnect();
    }
  }
  observer.observe(documentElement, { childList: true });
  moveForeignNodes();
  return () => observer.disconnect();
}
