import type { ScryptService } from '../../app/keys/scrypt-service';

/**
 * Which mail. Each has its texts in `outside/mail-texts/`, in every language. `reset-empty` is the reset of an address that nobody has
 * proven: it begins a new account (A125). `reset-young` is that of an address whose change can still be undone (A145), `email-reset` tells the
 * earlier address of it. An undo is told by `email-restored` and `email-released`.
 */
export type MailTemplate =
  | 'verify'
  | 'verify-new-email'
  | 'email-changed'
  | 'email-reset'
  | 'email-restored'
  | 'email-released'
  | 'reset'
  | 'reset-empty'
  | 'reset-young'
  | 'reset-sso'
  | 'password-changed'
  | 'new-sign-in'
  | 'deletion-requested'
  | 'deletion-cancelled';

/**
 * What a mail tells of what happened. `email` and `provider` fill gaps of the texts; `at` (epoch ms, told in `timeZone`), `browser` and
 * `place` stand under them, each where it is known.
 */
export type MailFacts = { email?: string; provider?: string; browser?: string; place?: string; at?: number; timeZone?: string };

/** The mails whose texts name an address. */
type NamesAddress = 'verify-new-email' | 'email-changed' | 'email-reset' | 'email-restored' | 'email-released';

/** One mail as a family wants it sent. `locale` is one of the eight languages; `link` begins with PUBLIC_URL. */
export type MailMessage = { to: string; locale: string; link: string } & (
  | { template: Exclude<MailTemplate, NamesAddress | 'reset-sso'>; facts?: MailFacts }
  | { template: NamesAddress; facts: MailFacts & { email: string } }
  | { template: 'reset-sso'; facts: MailFacts & { provider: string } }
);

/** To whom a mail is that only takes the time of one: it is written and never leaves. No name ends like this (RFC 2606). */
export const NOBODY = 'nobody@porchlight.invalid';

/** The same on its way through the queue, with the family and the row of its outbox that wait to hear of it. */
export type QueuedMail = MailMessage & { accountId: string; outboxId: string };

/**
 * What a family cannot do itself, since it knows no directory: it asks until it hears that it is done. `address` keeps or frees an address
 * that it has held (S06); `takeover` finishes that of an address that another family (`from`) had not proven (A125); `farewell` frees all that names it, so that it can go for good (S11).
 */
export type Errand =
  | { errand: 'address'; accountId: string; email: string; dueAt: number }
  | { errand: 'takeover'; accountId: string; email: string; from: string }
  | { errand: 'farewell'; accountId: string; emails: Array<string>; sso: { issuer: string; subject: string } | null };

/** What a family object is bound to: a part of the api Worker's bindings. */
export type FamilyBindings = {
  CATALOGUE: D1Database;
  FILES: R2Bucket;
  OUTBOX: Queue<QueuedMail | Errand>;
  /** `demonstration` on a developer's machine; absent in earnest (A124). */
  APP_ENV?: string;
  /** Origin of the web application, for links in mails. */
  PUBLIC_URL: string;
  /** Base address of this Worker as devices reach it. */
  API_URL: string;
  /** `kid:base64,…`, the first seals, all open (A126). */
  SEAL_KEYS: string;
  /** Base64 of 32 bytes, part of every stored password verifier (A80). */
  PASSWORD_PEPPER: string;
  /** Cost of the scrypt of imported passwords, `N:r:p:bytes`; without it nothing is imported and 210 does not exist (A80). */
  LEGACY_IMPORT?: string;
  /** Computes scrypt outside this Worker's thread. Unset, as on Cloudflare: computed in place. */
  SCRYPT?: ScryptService;
};

export function isDemonstration(env: { APP_ENV?: string }): boolean {
  return env.APP_ENV === 'demonstration';
}
