/**
 * What words owe to a time that was put between them. Texts are written for the hours of the plural: Spanish and Portuguese say one
 * o'clock in the singular, «hasta la 01:00», «à 01:00». Chinese sets a space before digits, and none before a day's name, «直到明天 07:00».
 */
export function inflectTimes(text: string, language: string): string {
  if (language === 'es' || language === 'pt-br') return text.replace(/(^|[\s(])(la|da|[aà])s (?=0?1:\d\d)/gi, '$1$2 ');
  if (language === 'zh-cn' || language === 'zh-tw') return text.replace(/(\p{Script=Han}) (?=[明昨]天|星期|[上下]午)/gu, '$1');
  return text;
}
