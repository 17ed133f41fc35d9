/**
 * Returns the text with correct grammar around an inserted time. The texts assume plural hours, but Spanish and Portuguese need the
 * singular for one o'clock: «hasta la 01:00», «à 01:00». Chinese has no space before a day's name, only before digits: «直到明天 07:00».
 */
export function inflectTimes(text: string, language: string): string {
  if (language === 'es' || language === 'pt-br') return text.replace(/(^|[\s(])(la|da|[aà])s (?=0?1:\d\d)/gi, '$1$2 ');
  if (language === 'zh-cn' || language === 'zh-tw') return text.replace(/(\p{Script=Han}) (?=[明昨]天|星期|[上下]午)/gu, '$1');
  return text;
}
