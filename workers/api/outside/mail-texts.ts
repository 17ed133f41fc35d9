import type { Language } from '#app/domain/language';
import type { MailTemplate } from '../bindings';
import { DE } from './mail-texts/de';
import { EN } from './mail-texts/en';
import { ES } from './mail-texts/es';
import { FR } from './mail-texts/fr';
import { NL } from './mail-texts/nl';
import { PTBR } from './mail-texts/pt-br';
import { ZHCN } from './mail-texts/zh-cn';
import { ZHTW } from './mail-texts/zh-tw';

/**
 * Texts of one email. `lead` says what happened, `body` the consequences, and `button` the action. `after` says what to do if the recipient
 * did not cause it. `lead` and `body` may contain `{{email}}` and `{{provider}}`. The subject may not, because it is a header.
 */
export type MailText = { subject: string; lead: string; body: string; button: string; after: string };

/** All emails in one language, with the labels of their facts. */
export type LanguageMails = {
  facts: { plan: string; cents: string; at: string; browser: string; place: string };
  /** A plan with its cycle, and an amount in US dollars at the place of «#». */
  patterns: { annual: string; monthly: string; money: string };
  mails: Record<MailTemplate, MailText>;
};

/** All emails that we send, in eight languages. */
export const MAIL_TEXTS: Record<Language, LanguageMails> = {
  de: DE,
  en: EN,
  es: ES,
  fr: FR,
  nl: NL,
  'pt-br': PTBR,
  'zh-cn': ZHCN,
  'zh-tw': ZHTW,
};
