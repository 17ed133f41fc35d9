import { html } from 'hono/html';
import { DEFAULT_LANGUAGE, toLanguage } from '#app/domain/language';
import { formatsOfLocale, momentLocale, toLocale } from '#app/domain/locale-formats';
import { isTimeZone } from '#app/domain/time';
import { writeInstant } from '#app/domain/write-instant';
import type { MailFacts, MailMessage } from '../bindings';
import { type LanguageMails, MAIL_TEXTS } from './mail-texts';

/** A complete email in the recipient's language. */
export type Mail = { to: string; subject: string; text: string; html: string };

/**
 * Maximum length of browser and place, which are untrusted text. Long enough to recognize a browser or place, but too short for an
 * attacker's message.
 */
const FACT_MAX = 60;

/** Returns an email as plain text, and as HTML in the layout that all emails share. */
export function composeMail(message: MailMessage): Mail {
  const language = toLanguage(message.locale) ?? DEFAULT_LANGUAGE;
  const { facts: names, patterns, mails } = MAIL_TEXTS[language];
  const { subject, lead, body, button, after } = mails[message.template];
  const { facts = {} } = message;
  const [first, second] = [lead, body].map((pattern) => fillGaps(pattern, facts));
  const rows = listFacts(facts, toLocale(message.locale) ?? momentLocale, patterns).map(({ kind, value }) => ({
    name: names[kind],
    value,
  }));
  const table = rows.map(
    ({ name, value }) => html`<tr><td style="padding: 2px 16px 2px 0; color: #5a6078">${name}</td><td>${value}</td></tr>`,
  );
  const page = html`<!doctype html>
    <html lang="${language}">
      <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
      <body style="font: 16px/1.5 sans-serif; color: #1b2036; max-width: 36em">
        <p>${first}</p>
        ${rows.length === 0 ? '' : html`<table style="font: inherit; border-spacing: 0">${table}</table>`}
        <p>${second}</p>
        <p><a href="${message.link}" style="color: #3d3bb3; font-weight: bold">${button}</a></p>
        <p style="color: #5a6078">${after}</p>
      </body>
    </html>`;
  const text = [first, rows.map(({ name, value }) => `${name}: ${value}`).join('\n'), second, message.link, after];
  return { to: message.to, subject, text: text.filter((part) => part !== '').join('\n\n'), html: page.toString() };
}

function fillGaps(pattern: string, facts: MailFacts): string {
  const values = { email: facts.email, provider: facts.provider };
  return pattern.replace(/\{\{(email|provider)\}\}/g, (_gap, name: 'email' | 'provider') => values[name] ?? '');
}

const PLAN_NAMES = { plus: 'Plus', premium: 'Premium', premium_plus: 'Premium+' };

/** Returns the known facts among plan, amount, time, browser and place. */
function listFacts({ plan, cents, at, browser, place, timeZone }: MailFacts, locale: string, patterns: LanguageMails['patterns']) {
  return [
    { kind: 'plan', value: plan === undefined ? '' : patterns[plan.cycle].replace('{{plan}}', PLAN_NAMES[plan.tier]) },
    { kind: 'cents', value: cents === undefined ? '' : formatMoney(cents, locale, patterns.money) },
    { kind: 'at', value: at === undefined ? '' : formatInstant(at, locale, timeZone ?? 'UTC') },
    { kind: 'browser', value: toPlainWords(browser ?? '') },
    { kind: 'place', value: toPlainWords(place ?? '') },
  ].filter((fact): fact is { kind: keyof LanguageMails['facts']; value: string } => fact.value !== '');
}

/** Returns an amount as the plan’s page writes it, such as «$6.99» or «6,99 $». */
function formatMoney(cents: number, locale: string, pattern: string): string {
  const { decimal } = formatsOfLocale(locale);
  const amount = `${Math.floor(cents / 100)}${decimal}${String(cents % 100).padStart(2, '0')}`;
  return pattern.replace('#', () => amount);
}

/** Returns the text, shortened, without line breaks and without anything that a mail program could turn into a link. */
function toPlainWords(text: string): string {
  const words = text
    .replaceAll(/[^\p{L}\p{M}\p{N}\s.,()'’_-]/gu, ' ')
    .replaceAll(/(?<!\d)\.|\.(?!\d)/g, ' ')
    .replaceAll(/\s+/g, ' ');
  return words.trim().slice(0, FACT_MAX).trim();
}

/** Returns the instant like «22 November 2026 at 09:15 GMT+1» or «November 22, 2026 at 9:15 AM GMT+1». */
function formatInstant(at: number, locale: string, timeZone: string): string {
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', timeZoneName: 'shortOffset' } as const;
  return writeInstant(at, isTimeZone(timeZone) ? timeZone : 'UTC', locale, { ...day, ...clock });
}
