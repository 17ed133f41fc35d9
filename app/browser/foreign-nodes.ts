/**
 * What programs beside us put into the document: extensions hang their parts on <html>, behind the body, and so does what takes pictures of
 * pages. React draws the whole page anew when it finds them there (its error 418), and what was typed before is lost. At the body's end
 * they are left alone.
 */
export function setForeignNodesAside({ documentElement, head, body }: Document): void {
  for (const node of [...documentElement.children]) if (node !== head && node !== body) body.appendChild(node);
}
