import type { TFunction } from 'i18next';

/** What a schema objects to, in the reader's language. The first objection of a field is enough. */
export function toErrorTexts(t: TFunction, codes: Array<string> | undefined): Array<string> {
  const [first] = codes ?? [];
  return first === undefined ? [] : [t(`error_strings.${first}`)];
}
