import type { TFunction } from 'i18next';
import { MESSAGES } from '~/domain/child';

// The document's own sentence is for API clients; people get one that tells them what to do.
const SAID_BY_THE_DOCUMENT: Record<string, string> = { [MESSAGES.missingChildParam]: 'missing_name' };

/** What a schema objects to, in the reader's language. The first objection of a field is enough. */
export function toErrorTexts(t: TFunction, codes: Array<string> | undefined): Array<string> {
  const [first] = codes ?? [];
  return first === undefined ? [] : [t(`error_strings.${SAID_BY_THE_DOCUMENT[first] ?? first}`)];
}
