import type { TFunction } from 'i18next';
import { MESSAGES } from '#app/domain/child-messages';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';

/** Returns the error texts for the name of a new child. A missing name also gets the specification's English sentence (5.3.1). */
export function toNewNameErrors(t: TFunction, codes: Array<string> | undefined): Array<string> {
  const texts = toErrorTexts(t, codes);
  return codes?.[0] === 'missing_name' ? [...texts, MESSAGES.missingChildParam] : texts;
}
