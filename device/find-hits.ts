import { HIT_CATEGORIES, type SampleDetails } from '#app/domain/sample-details.ts';
import { NO_HITS, type OcrSummaryWire, type SamplingWire } from '#app/wire/samples.ts';
import { HIT_WORDS } from './hit-words.ts';

export type Hit = SampleDetails['hits'][number];
type Settings = NonNullable<SamplingWire['users'][number]['ocr']>;

/** Writing without spaces between words: a term may begin anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}\p{M}]/u;

/**
 * Searches the recognized text of each screen for the words of the categories that are on and for a parent's own terms. A hit inside an
 * ignored term does not count. Without settings, nothing is searched.
 */
export function findHits(texts: ReadonlyArray<string>, settings: Settings | null): Array<Hit> {
  if (settings === null) return [];
  const { custom_terms, ignore_terms, categories } = settings;
  const lists = HIT_CATEGORIES.map((category) => {
    if (category === 'custom') return { category, terms: custom_terms };
    return { category, terms: categories[category] ? HIT_WORDS[category] : [] };
  });
  return texts.flatMap((text, screen) => {
    const ignored = ignore_terms.flatMap((term) => findTerm(text, term));
    const isIgnored = ({ start, end }: Span) => ignored.some((span) => span.start <= start && span.end >= end);
    return lists.flatMap(({ category, terms }) =>
      terms.flatMap((term) =>
        findTerm(text, term)
          .filter((span) => !isIgnored(span))
          .map((span) => ({ category, term, screen, ...span })),
      ),
    );
  });
}

/** Counts hits per category. */
export function countHits(hits: ReadonlyArray<Hit>): OcrSummaryWire {
  const counts = { ...NO_HITS };
  for (const { category } of hits) counts[category] = Math.min(9999, counts[category] + 1);
  return counts;
}

/** A part of a text, in UTF-16 code units. */
type Span = { start: number; end: number };

/** Returns where a term stands in a text as a whole word, in any case and any number of spaces. */
function findTerm(text: string, term: string): Array<Span> {
  const words = term
    .normalize('NFC')
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const pattern = new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('\\s+'), 'giu');
  const isUnspaced = UNSPACED.test(term);
  return [...text.matchAll(pattern)]
    .map(({ index, 0: found }) => ({ start: index, end: index + found.length }))
    .filter(({ start, end }) => isUnspaced || !(isWord(before(text, start)) || isWord(after(text, end))));
}

function isWord(character: string): boolean {
  return WORD.test(character);
}

function before(text: string, index: number): string {
  return [...text.slice(Math.max(0, index - 2), index)].at(-1) ?? '';
}

function after(text: string, index: number): string {
  return [...text.slice(index, index + 2)][0] ?? '';
}
