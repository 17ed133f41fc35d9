import type { TFunction } from 'i18next';

/** Returns the translated text of the first error code, as an array; empty without errors. */
export function toErrorTexts(t: TFunction, codes: Array<string> | undefined): Array<string> {
  const [first] = codes ?? [];
  return first === undefined ? [] : [t(`error_strings.${first}`)];
}
