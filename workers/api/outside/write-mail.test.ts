import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#app/domain/language';
import type { MailMessage, MailTemplate } from '../bindings';
import { MAIL_TEXTS } from './mail-texts';
import { composeMail } from './write-mail';

const EVIL = '<script>alert(1)</script>"\' onload=x & see evil.example/login https://evil.example\r\nBcc: x@evil.example';
const TEMPLATES = Object.keys(MAIL_TEXTS.en.mails).filter((name): name is MailTemplate => name in MAIL_TEXTS.en.mails);
const LINK = 'http://localhost:8787/x?account_id=a&token=t';

function messageOf(template: MailTemplate, locale: string, facts: Partial<MailMessage['facts']> = {}): MailMessage {
  const told = { email: 'new@example.com', provider: 'Google', ...facts };
  return { to: 'ada@example.com', locale, template, link: LINK, facts: told };
}

const every = TEMPLATES.flatMap((template) => LANGUAGES.map((language) => ({ template, language })));

describe('composeMail', () => {
  test.each(every)('fills all placeholders of $template in $language, and includes its facts and link', ({ template, language }) => {
    const mail = composeMail(
      messageOf(template, language, {
        at: Date.UTC(2026, 10, 22, 8, 15),
        timeZone: 'Europe/Berlin',
        browser: 'Firefox 146.0, Linux',
        place: 'São Paulo, BR',
      }),
    );
    for (const part of [mail.subject, mail.text, mail.html]) {
      expect(part).not.toMatch(/\{\{|\}\}|undefined|null|NaN|\[object/);
      expect(part.trim()).not.toBe('');
    }
    expect(mail.text).toContain(LINK);
    expect(mail.html).toContain(`href="${LINK.replace('&', '&amp;')}"`);
    for (const fact of [language === 'en' ? '9:15\u00a0AM' : '9:15', '2026', 'Firefox 146.0, Linux', 'São Paulo, BR']) {
      expect(mail.text).toContain(fact);
      expect(mail.html).toContain(fact);
    }
    const { lead, body } = MAIL_TEXTS[language].mails[template];
    for (const [gap, value] of [
      ['{{email}}', 'new@example.com'],
      ['{{provider}}', 'Google'],
    ] as const) {
      expect(mail.text.includes(value), gap).toBe(`${lead}${body}`.includes(gap));
    }
  });

  test.each(every)('keeps untrusted text from becoming markup, links or lines in $template in $language', ({ template, language }) => {
    const evil = { email: EVIL, provider: EVIL, browser: EVIL, place: EVIL, timeZone: EVIL, at: 0 };
    const mail = composeMail(messageOf(template, language, evil));
    expect(mail.html).not.toMatch(/<script|onload=x &(?!amp;)|"' onload/);
    expect(mail.subject).not.toContain('evil');
    const plain = composeMail(messageOf(template, language, { browser: EVIL, place: EVIL }));
    for (const part of [plain.text, plain.html]) expect(part).not.toMatch(/evil\.example|https:\/\/evil|alert\(1\)<|\r/);
  });

  test.each([
    ['en-GB', '22 November 2026 at 21:15 GMT+1'],
    ['en-US', 'November 22, 2026 at 9:15\u00a0PM GMT+1'],
    ['en', 'November 22, 2026 at 9:15\u00a0PM GMT+1'],
    ['de-AT', '22. November 2026 um 21:15'],
    ['zh-tw', '2026年11月22日 下午9:15 [GMT+1]'],
  ])('writes times for %s in the style of the region', (locale, time) => {
    const { text } = composeMail(messageOf('reset', locale, { at: Date.UTC(2026, 10, 22, 20, 15), timeZone: 'Europe/Berlin' }));
    expect(text).toContain(time);
  });

  test.each([
    ['en', 'Plan: Premium+, annual\nAmount: $99.99'],
    ['de', 'Tarif: Premium+, jährlich\nBetrag: 99,99\u00a0$'],
    ['es', 'Plan: Premium+, anual\nImporte: 99,99\u00a0$'],
    ['fr', 'Formule: Premium+, annuelle\nMontant: 99,99\u00a0$'],
    ['nl', 'Abonnement: Premium+, jaarlijks\nBedrag: $\u00a099,99'],
    ['pt-br', 'Plano: Premium+, anual\nValor: US$\u00a099,99'],
    ['zh-cn', '套餐: Premium+（按年）\n金额: US$99.99'],
    ['zh-tw', '方案: Premium+（按年）\n金額: US$99.99'],
  ])('names the plan and the amount in %s', (locale, facts) => {
    const paid = { plan: { tier: 'premium_plus', cycle: 'annual' }, cents: 9999 } as const;
    for (const template of ['receipt', 'trial-ending', 'payment-failed'] as const)
      expect(composeMail({ to: 'ada@example.com', locale, template, link: LINK, facts: paid }).text).toContain(facts);
  });

  test('uses the same placeholders in every language', () => {
    for (const template of TEMPLATES) {
      const gapsOf = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort().join();
      for (const language of LANGUAGES) {
        const { subject, lead, body, button, after } = MAIL_TEXTS[language].mails[template];
        const english = MAIL_TEXTS.en.mails[template];
        expect(gapsOf(lead + body), `${template} ${language}`).toBe(gapsOf(english.lead + english.body));
        expect(gapsOf(subject + button + after), `${template} ${language}`).toBe('');
      }
    }
  });

  test('omits unknown facts and falls back to English', () => {
    const mail = composeMail({ to: 'ada@example.com', locale: 'tlh', template: 'new-sign-in', link: LINK });
    expect(mail.text.split('\n\n')).toEqual([
      MAIL_TEXTS.en.mails['new-sign-in'].lead,
      MAIL_TEXTS.en.mails['new-sign-in'].body,
      LINK,
      MAIL_TEXTS.en.mails['new-sign-in'].after,
    ]);
    expect(mail.html).not.toContain('<table');
  });
});
