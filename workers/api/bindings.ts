/** One mail as a family wants it sent. `locale` is one of the eight languages. */
export type MailMessage = { to: string; locale: string; template: 'verify'; link: string };

/** The same on its way through the queue, with the family and the row of its outbox that wait to hear of it. */
export type QueuedMail = MailMessage & { accountId: string; outboxId: string };

/** What a family object is bound to: a part of the api Worker's bindings. */
export type FamilyBindings = {
  CATALOGUE: D1Database;
  FILES: R2Bucket;
  OUTBOX: Queue<QueuedMail>;
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
};

export function isDemonstration(env: { APP_ENV?: string }): boolean {
  return env.APP_ENV === 'demonstration';
}
