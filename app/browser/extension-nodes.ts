/** So many nodes are set aside in all: whoever makes a new one for each that is moved would never end. */
const MOVES_MAX = 100;

/**
 * What programs beside us put into the document: extensions hang their parts on <html>, behind the body, and so does what takes pictures of
 * pages. React draws the whole page anew when it finds them there (its error 418), and what was typed or pressed before is lost. At the
 * body's end they are left alone; so are those that come until React has taken the page over, which it does in pieces. One that goes back
 * has its way: two watchers that answer each other would leave the page no turn.
 * @returns ends it
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
