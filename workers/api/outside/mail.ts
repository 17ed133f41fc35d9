import { ulid } from 'ulid';
import { Email } from 'worker-mailer';
import * as z from 'zod';
import { parseSmtpUrl } from '#workers/smtp-url';
import { DISCARDED_RECIPIENT, isDemonstration } from '../bindings';
import { sendBySmtp } from './smtp';
import type { Mail } from './write-mail';

type MailEnv = { APP_ENV?: string; FILES: R2Bucket; MAIL_FROM?: string; SMTP_URL?: string };

const MAILBOX = 'mailbox/';
/** File that each email to `DISCARDED_RECIPIENT` overwrites in the demonstration. */
const UNSEEN = 'unseen-mail.json';
const MAILBOX_SHOWN = 200;
const keptMailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  at: z.number(),
});
export type KeptMail = z.infer<typeof keptMailSchema>;

/**
 * Delivers an email: to the development mailbox in the demonstration, otherwise by SMTP. Never sends emails to `DISCARDED_RECIPIENT`.
 * @throws Error if SMTP is not configured or fails; the queue then retries
 */
export async function deliverMail(env: MailEnv, mail: Mail): Promise<void> {
  if (isDemonstration(env)) {
    const kept: KeptMail = { ...mail, id: ulid().toLowerCase(), at: Date.now() };
    await env.FILES.put(mail.to === DISCARDED_RECIPIENT ? UNSEEN : `${MAILBOX}${kept.id}.json`, JSON.stringify(kept));
    return;
  }
  if (mail.to === DISCARDED_RECIPIENT) return;
  if (!env.SMTP_URL || !env.MAIL_FROM) throw new Error('SMTP_URL or MAIL_FROM is missing: the mail stays in the queue');
  const from = toSender(env.MAIL_FROM);
  const message = new Email({ from, to: mail.to, subject: mail.subject, text: mail.text, html: mail.html });
  await sendBySmtp(parseSmtpUrl(env.SMTP_URL), { from: from.email, to: mail.to, data: message.getEmailData() });
}

/** Returns the name and address in MAIL_FROM: `Name <address>` or a bare address. */
function toSender(text: string): { name?: string; email: string } {
  const match = /^(.*?)\s*<([^<>]+)>$/.exec(text.trim());
  const [name, email] = [match?.[1]?.trim() ?? '', match?.[2] ?? text.trim()];
  return name === '' ? { email } : { name, email };
}

/**
 * Returns the newest `MAILBOX_SHOWN` emails of the development mailbox, newest first.
 * @throws Error outside the demonstration (A124)
 */
export async function readMailbox(env: MailEnv): Promise<Array<KeptMail>> {
  if (!isDemonstration(env)) throw new Error('The mailbox exists only in the demo');
  const keys: Array<string> = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const page: R2Objects = await env.FILES.list({ prefix: MAILBOX, ...(cursor === undefined ? {} : { cursor }) });
    keys.push(...page.objects.map((object) => object.key));
    more = page.truncated;
    cursor = page.truncated ? page.cursor : undefined;
  }
  // File names start with the time and are listed in order, so the newest are last.
  const mails = await Promise.all(
    keys.slice(-MAILBOX_SHOWN).map(async (key) => keptMailSchema.parse(await (await env.FILES.get(key))?.json())),
  );
  return mails.sort((a, b) => b.at - a.at);
}
