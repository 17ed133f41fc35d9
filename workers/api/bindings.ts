import type { BillingCycle } from '#app/domain/billing';
import type { ScryptService } from '#app/keys/scrypt-service';

/**
 * The types of email. Their texts are in `outside/mail-texts/`, in every language.
 * - `reset-empty`: password reset for an unconfirmed address; starts a new account (A125).
 * - `reset-young`: password reset for an address whose change can still be undone (A145); `email-reset` informs the earlier address.
 * - `email-restored` and `email-released`: report that an address change was undone.
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
  | 'deletion-cancelled'
  | 'trial-started'
  | 'trial-ending'
  | 'payment-failed'
  | 'plan-canceled'
  | 'plan-canceled-now'
  | 'plan-ended'
  | 'receipt';

/**
 * Facts for an email. `email` and `provider` fill placeholders in the text. `at`, `browser` and `place` are listed below the text if known.
 * `at` is epoch ms, shown in `timeZone`. `plan` and `cents` (US cents) are what is paid.
 */
export type MailFacts = {
  email?: string;
  provider?: string;
  browser?: string;
  place?: string;
  at?: number;
  timeZone?: string;
  plan?: { tier: 'plus' | 'premium' | 'premium_plus'; cycle: BillingCycle };
  cents?: number;
};

/** Emails whose texts contain an address. */
type NamesAddress = 'verify-new-email' | 'email-changed' | 'email-reset' | 'email-restored' | 'email-released';

/**
 * One email that a family sends. `locale` is one of the eight languages. `link` starts with PUBLIC_URL; that of a `receipt` may be the
 * provider’s.
 */
export type MailMessage = { to: string; locale: string; link: string } & (
  | { template: Exclude<MailTemplate, NamesAddress | 'reset-sso'>; facts?: MailFacts }
  | { template: NamesAddress; facts: MailFacts & { email: string } }
  | { template: 'reset-sso'; facts: MailFacts & { provider: string } }
);

/**
 * Recipient of emails that are composed but never sent, so that timing does not show whether an account exists. The `.invalid` domain
 * cannot exist (RFC 2606).
 */
export const DISCARDED_RECIPIENT = 'nobody@porchlight.invalid';

/** An email in the queue, with its family and outbox row. The family waits for confirmation that the email was sent. */
export type QueuedMail = MailMessage & { accountId: string; outboxId: string };

/**
 * A job that a family cannot do itself, because it has no access to the directory and to outside services. The family resends the job until
 * it is confirmed.
 * - `address`: keeps or releases an address that the family has reserved (S06).
 * - `takeover`: finishes the takeover of an address that the family `from` had not verified (A125).
 * - `billing`: asks the payment provider for the account’s subscriptions.
 * - `deletion`: releases all identifiers of the family before it is deleted (S11).
 */
export type FamilyJob =
  | { kind: 'billing'; accountId: string }
  | { kind: 'address'; accountId: string; email: string; dueAt: number }
  | { kind: 'takeover'; accountId: string; email: string; from: string }
  | {
      kind: 'deletion';
      accountId: string;
      emails: Array<string>;
      sso: { issuer: string; subject: string } | null;
      customerId?: string | null;
    };

/** A job in the format used until 2026-11-28, with `farewell` for `deletion`. The queue may still contain some. */
export type OldFamilyJob = { errand: string };

/** Returns the job of a queue message, or null for an email. */
export function findJob(message: QueuedMail | FamilyJob | OldFamilyJob): FamilyJob | null {
  if ('kind' in message) return message;
  if (!('errand' in message)) return null;
  const { errand, ...rest } = message;
  return { ...rest, kind: errand === 'farewell' ? 'deletion' : errand } as FamilyJob;
}

/** The bindings of a family object; a subset of the api Worker's. */
export type FamilyBindings = {
  CATALOGUE: D1Database;
  FILES: R2Bucket;
  OUTBOX: Queue<QueuedMail | FamilyJob>;
  /** `demonstration` on a developer's machine; absent in production (A124). */
  APP_ENV?: string;
  /** Origin of the web application, for links in emails. */
  PUBLIC_URL: string;
  /** Base URL of this Worker for devices. */
  API_URL: string;
  /** `kid:base64,…`. The first key seals stored secrets; every key can open them (A126). */
  SEAL_KEYS: string;
  /**
   * Base64 of 32 bytes. The HMAC key of every password verifier; never stored with it (A80). Also derives the HMAC key of pairing codes.
   */
  PASSWORD_PEPPER: string;
  /** Scrypt cost of imported passwords, `N:r:p:bytes`. If unset, nothing is imported and code 210 is never returned (A80). */
  LEGACY_IMPORT?: string;
  /** Stripe’s key. If unset, plans are sold by the sandbox in the demonstration, and not at all elsewhere. */
  STRIPE_SECRET_KEY?: string;
  /** The key for Stripe’s script in the browser. */
  STRIPE_PUBLISHABLE_KEY?: string;
  /** Computes scrypt outside this Worker's thread. If unset, as on Cloudflare, scrypt runs in this Worker. */
  SCRYPT?: ScryptService;
};

export function isDemonstration(env: { APP_ENV?: string }): boolean {
  return env.APP_ENV === 'demonstration';
}
