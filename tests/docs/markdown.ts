/** Removes code blocks, and the brackets and # in inline code, so that examples do not count as links or headings. */
export function withoutCode(text: string): string {
  return text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()<>#]/g, ' '));
}

/** Returns all anchors that a link may name: one per heading, as GitHub generates them, and each `<a id="…">`. */
export function findAnchors(text: string): Set<string> {
  const anchors = new Set([...withoutCode(text).matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id ?? ''));
  for (const [, heading = ''] of text.replace(/^```.*?^```/gms, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = toSlug(heading);
    let anchor = slug;
    for (let again = 1; anchors.has(anchor); again += 1) anchor = `${slug}-${again}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Returns the targets of all links and images that point into the repository. */
export function findLinks(text: string): Array<string> {
  const targets = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '');
  return targets.filter((target) => !/^[a-z][a-z+.-]*:/i.test(target));
}

function toSlug(heading: string): string {
  const shown = heading.replace(/<[^>]+>/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return shown
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
