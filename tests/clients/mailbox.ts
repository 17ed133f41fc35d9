import { expect, vi } from 'vitest';
import { internal } from './worker.ts';

/** Resolves with the emails to an address in the development mailbox, oldest first, once at least `count` have arrived. */
export function mailsTo(email: string, count: number) {
  return vi.waitFor(
    async () => {
      const mails = (await internal.mailbox()).filter((mail) => mail.to === email);
      expect(mails.length).toBeGreaterThanOrEqual(count);
      return mails.toReversed();
    },
    { timeout: 20_000, interval: 100 },
  );
}

/** Returns the first link in an email. */
export function linkOf(mail: { text: string } | undefined): URL {
  return new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '');
}

/** Like `mailsTo`, for emails with a link whose path is `path`. Returns each email with its link. */
export function mailsLeadingTo(path: string, email: string, count = 1) {
  return vi.waitFor(
    async () => {
      const mails = (await internal.mailbox()).filter((mail) => mail.to === email).map((mail) => ({ ...mail, link: linkOf(mail) }));
      const leading = mails.filter(({ link }) => link.pathname === path);
      expect(leading.length).toBeGreaterThanOrEqual(count);
      return leading.toReversed();
    },
    { timeout: 20_000, interval: 100 },
  );
}
