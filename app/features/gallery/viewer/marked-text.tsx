import type { ReactNode } from 'react';
import type { SampleDetails } from '#app/domain/sample-details';

type Hit = Pick<SampleDetails['hits'][number], 'start' | 'end'>;

/** A part of a text. `isHit`: a term was found here. */
export type TextPart = { text: string; isHit: boolean };

/**
 * Divides a text at its hits, line by line. Hits may overlap, and those of a faulty device may lie outside the text: what can't be marked is
 * shown unmarked.
 */
export function splitAtHits(text: string, hits: ReadonlyArray<Hit>): Array<Array<TextPart>> {
  const isHit = new Uint8Array(text.length);
  for (const { start, end } of hits) isHit.fill(1, Math.min(start, text.length), Math.min(end, text.length));
  const lines: Array<Array<TextPart>> = [[]];
  for (let at = 0; at < text.length; ) {
    if (text[at] === '\n') {
      lines.push([]);
      at += 1;
      continue;
    }
    let end = at + 1;
    while (end < text.length && text[end] !== '\n' && isHit[end] === isHit[at]) end += 1;
    lines.at(-1)?.push({ text: text.slice(at, end), isHit: isHit[at] === 1 });
    at = end;
  }
  return lines;
}

/** The recognized text of a screen, one paragraph per line, with its hits marked. */
export function MarkedText({ text, hits }: { text: string; hits: ReadonlyArray<Hit> }) {
  const lines = splitAtHits(text, hits).filter((parts) => parts.length > 0);
  return (
    <div className="v-text" dir="auto">
      {lines.map((parts, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text of a screenshot never changes.
        <p key={line}>{parts.map(toMark)}</p>
      ))}
    </div>
  );
}

function toMark({ text, isHit }: TextPart, index: number): ReactNode {
  return isHit ? <mark key={index}>{text}</mark> : text;
}
