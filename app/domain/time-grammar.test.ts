import { describe, expect, test } from 'vitest';
import { inflectTimes } from './time-grammar.ts';

describe('inflectTimes', () => {
  test.each([
    ['es', 'Acceso bloqueado hasta las 01:00.', 'Acceso bloqueado hasta la 01:00.'],
    ['es', 'Confirmado a las 01:05:12,', 'Confirmado a la 01:05:12,'],
    ['es', 'Hasta las 01:00 de mañana', 'Hasta la 01:00 de mañana'],
    ['es', 'Hasta las 11:00, y todas las 01', 'Hasta las 11:00, y todas las 01'],
    ['es', 'desde las 21:01', 'desde las 21:01'],
    ['pt-br', 'Enviado às 01:00:09,', 'Enviado à 01:00:09,'],
    ['pt-br', 'Até as 01:00 de amanhã', 'Até a 01:00 de amanhã'],
    ['pt-br', 'A partir das 01:30', 'A partir da 01:30'],
    ['pt-br', '(a primeira tentativa falhou, às 01:30)', '(a primeira tentativa falhou, à 01:30)'],
    ['pt-br', 'às 00:00 e às 21:00', 'às 00:00 e às 21:00'],
    ['zh-cn', '直到 明天 07:00 为止', '直到明天 07:00 为止'],
    ['zh-tw', '截至 昨天 21:00 已同步', '截至昨天 21:00 已同步'],
    ['es', 'Hasta las 1:00 p. m. de mañana', 'Hasta la 1:00 p. m. de mañana'],
    ['zh-tw', '直到 下午9:00', '直到下午9:00'],
    ['zh-cn', '5月14日 星期四', '5月14日星期四'],
    ['zh-cn', '直到 07:00，Mia 星期六', '直到 07:00，Mia 星期六'],
    ['de', 'bis 01:00, das 01:00 星 期 明天', 'bis 01:00, das 01:00 星 期 明天'],
  ])('adjusts text in %s: «%s»', (language, text, expected) => {
    expect(inflectTimes(text, language)).toBe(expected);
  });
});
