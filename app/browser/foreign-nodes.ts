/**
 * What programs beside us put into the document: extensions hang their parts on <html>, behind the body, and so does what takes pictures of
 * pages. React draws the whole page anew when it finds them there (its error 418), and what was typed or pressed before is lost. At the
 * body's end they are left alone; so are those that come until React has taken the page over, which it does in pieces.
 * @returns ends it
 */
export function keepForeignNodesAside({ documentElement, head, body }: Document): () => void {
  const setAside = () => {
    for (const node of [...documentElement.children]) if (node !== head && node !== body) body.appendChild(node);
  };
  setAside();
  const watcher = new MutationObserver(setAside);
  watcher.observe(documentElement, { childList: true });
  return () => watcher.disconnect();
}
