import { setTimeout as wait } from 'node:timers/promises';
import { getVerification, resendVerification } from '#app/wire/account.ts';
import { Refusal } from '#app/wire/errors.ts';
import { confirmAddress, type Parent } from './parent.ts';

/** Reads the emails in the demo mailbox, newest first. */
export type ReadMails = () => Promise<Array<{ to: string; text: string }>>;

const PATIENCE_MS = 20_000;
const EVERY_MS = 200;

/**
 * Confirms the demo account’s address by opening the link in the confirmation email. For an existing account, requests a new email first,
 * because the old link may have expired. Returns false if no email arrived or the API refused a request.
 */
export async function proveAddress(
  parent: Parent,
  { apiUrl, email, isNew, readMails }: { apiUrl: string; email: string; isNew: boolean; readMails: ReadMails },
): Promise<boolean> {
  if ((await parent.call(getVerification, {})).verified) return true;
  const newest = async () => {
    const links = (await readMails()).filter(({ to }) => to === email).flatMap(({ text }) => findLink(text) ?? []);
    return links[0] ?? null;
  };
  try {
    const before = isNew ? null : (await newest())?.token;
    if (!isNew) await parent.call(resendVerification, { body: { action: 'resend_email', account_id: parent.accountId } });
    for (let waited = 0; waited < PATIENCE_MS; waited += EVERY_MS) {
      const link = await newest();
      if (link !== null && link.token !== before) return (await confirmAddress(apiUrl, link)).verified;
      await wait(EVERY_MS);
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return false;
}

/** Returns the parameters of the confirmation link in an email, or null if it has none. */
function findLink(text: string): { account_id: string; token: string } | null {
  const [address] = /https?:\S+\/verify\?\S+/.exec(text) ?? [];
  if (address === undefined) return null;
  const { searchParams } = new URL(address);
  return { account_id: searchParams.get('account_id') ?? '', token: searchParams.get('token') ?? '' };
}
