import { html } from 'hono/html';
import { DEFAULT_LANGUAGE, type Language, toLanguage } from '../../../app/domain/language';
import { isTimeZone } from '../../../app/domain/time';
import type { MailFacts, MailMessage } from '../bindings';
import { MAIL_TEXTS } from './mail-texts';

/** A mail as it leaves, in the reader's language. */
export type Mail = { to: string; subject: string; text: string; html: string };

/** Browsers and places are what strangers say: enough to recognise, too little to write a message of one's own with. */
const FACT_MAX = 60;

/** Intl's name of each of our languages. */
const TAGS: Record<Language, string> = {
  de: 'de',
  en: 'en-GB',
  es: 'es',
  fr: 'fr',
  nl: 'nl',
  'pt-br': 'pt-BR',
  'zh-cn': 'zh-CN',
  'zh-tw': 'zh-TW',
};

/** Writes the mail of a message: plain text, and the same as HTML in the one layout of all mails. */
export function composeMail(message: MailMessage): Mail {
  const language = toLanguage(message.locale) ?? DEFAULT_LANGUAGE;
  const { facts: names, mails } = MAIL_TEXTS[language];
  const { subject, lead, body, button, after } = mails[message.template];
  const { facts = {} } = message;
  const [first, second] = [lead, body].map((pattern) => fillGaps(pattern, facts));
  const rows = listFacts(facts, language).map(({ kind, value }) => ({ name: names[kind], value }));
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

/** When, with what and from where, as far as it is known. */
function listFacts({ at, browser, place, timeZone }: MailFacts, language: Language) {
  return [
    { kind: 'at', value: at === undefined ? '' : formatInstant(at, language, timeZone ?? 'UTC') },
    { kind: 'browser', value: toPlainWords(browser ?? '') },
    { kind: 'place', value: toPlainWords(place ?? '') },
  ].filter((fact): fact is { kind: 'at' | 'browser' | 'place'; value: string } => fact.value !== '');
}

/** Words without anything that a mail program would make a link of, or a line break. */
function toPlainWords(text: string): string {
  const words = text
    .replaceAll(/[^\p{L}\p{M}\p{N}\s.,()'’_-]/gu, ' ')
    .replaceAll(/(?<!\d)\.|\.(?!\d)/g, ' ')
    .replaceAll(/\s+/g, ' ');
  return words.trim().slice(0, FACT_MAX).trim();
}

/** «22 November 2026 at 09:15 GMT+1». */
function formatInstant(at: number, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(TAGS[language], {
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  }).format(at);
}
