import type { AppLoadContext } from '@remix-run/cloudflare';
import { ACCOUNT_TYPES } from '~/domain/child';
import { normaliseEmail } from '~/domain/credentials';
import { getAccount } from '~/wire/account';
import { signedApi } from './api.server';
import { readFlow, updateFlow } from './flow.server';
import { type AccountSwitch, attempt, type SubmittedForm, textOf } from './form.server';
import { readSession } from './session.server';

/** The hidden field with the id of the account that the reader agrees to leave. */
const LEAVE_FIELD = 'leave_account';

/** As a chosen logout: nothing of the account stays in the browser (A79). With script the page itself empties the key store. */
export const LEFT_HEADERS = { 'Clear-Site-Data': '"cache", "storage"' };

type SignedIn = { accountId: string; email: string; name: string; sso: { issuer: string; subject: string } | null };

// Pages for visitors whose form was posted while somebody is logged in: they are shown again instead of leading home.
const answered = new WeakSet<AppLoadContext>();

/** Whether this request's page answers a form that was posted while somebody is logged in. */
export function answersSignedIn(context: AppLoadContext): boolean {
  return answered.has(context);
}

/**
 * The account that is logged in here and that the form would replace; null for nobody, and for the account that `isSame` names. A session that
 * has ended is dropped. From then on the page of the form may be shown to whoever is logged in.
 */
export async function findOther(
  request: Request,
  context: AppLoadContext,
  isSame: (account: SignedIn) => boolean,
): Promise<AccountSwitch | null> {
  const account = await findSignedIn(request, context);
  if (account === null) return null;
  answered.add(context);
  if (isSame(account)) return null;
  return { accountId: account.accountId, name: account.email === '' ? account.name : account.email };
}

/** The same for a form that names its account by an address. */
export function findOtherThan(request: Request, context: AppLoadContext, email: string): Promise<AccountSwitch | null> {
  return findOther(request, context, (account) => account.email !== '' && account.email === normaliseEmail(email));
}

/** Whether the reader was asked about this very account and agreed to leave it. */
export function hasAgreed({ fields }: SubmittedForm, { accountId }: AccountSwitch): boolean {
  return textOf(fields, LEAVE_FIELD) === accountId;
}

async function findSignedIn(request: Request, context: AppLoadContext): Promise<SignedIn | null> {
  const session = await readSession(request, context);
  if (session === null) return null;
  const { redirect } = await readFlow(request, context);
  try {
    const read = () => signedApi(request, context, session).call(getAccount, { query: {}, body: undefined });
    const outcome = await attempt(read);
    const { accountId, email = '' } = session;
    if (outcome.kind !== 'done') return { accountId, email, name: '', sso: null };
    const { emails, users, sso } = outcome.value;
    const name = users.find(({ type }) => type === ACCOUNT_TYPES.account)?.user_name ?? '';
    return { accountId, email: emails[0]?.email ?? '', name, sso };
  } catch (error) {
    // The session is over: nobody is led away from this form, and no address of a form is where a login leads.
    if (!(error instanceof Response)) throw error;
    await updateFlow(request, context, { redirect });
    return null;
  }
}
