import type { TFunction } from 'i18next';
import { MESSAGES } from '~/domain/child-messages';
import { toErrorTexts } from '~/features/shell/messages/error-texts';

/** As `toErrorTexts`, for the name of a child that is added: with a missing name comes the document's sentence, in English (5.3.1). */
export function toNewNameErrors(t: TFunction, codes: Array<string> | undefined): Array<string> {
  const texts = toErrorTexts(t, codes);
  return codes?.[0] === 'missing_name' ? [...texts, MESSAGES.missingChildParam] : texts;
}
