import type { AppLoadContext } from '@remix-run/cloudflare';
import { ACCOUNT_TYPES } from '#app/domain/child';
import { normalizeEmail } from '#app/domain/credentials';
import { getAccount } from '#app/wire/account';
import { signedApi } from './api.server';
import { readFlow, updateFlow } from './flow.server';
import { type AccountSwitch, attempt, type SubmittedForm, textOf } from './form.server';
import { readSession } from './session.server';

/** Hidden field with the ID of the account that the user agrees to log out. */
const LEAVE_FIELD = 'leave_account';

/** Like a logout, removes the account's data from the browser (A79). With JavaScript, the page clears the key store itself. */
export const LEFT_HEADERS = { 'Clear-Site-Data': '"cache", "storage"' };

type SignedIn = { accountId: string; email: string; name: string; sso: { issuer: string; subject: string } | null };

// Requests whose visitor form was posted while an account is logged in. Their pages are shown again instead of redirecting home.
const answered = new WeakSet<AppLoadContext>();

/** True if this request's page answers a form that was posted while an account is logged in. */
export function answersSignedIn(context: AppLoadContext): boolean {
  return answered.has(context);
}

/**
 * Returns the logged-in account that the form would replace. Null if no account is logged in or if `isSame` accepts it. Removes an ended
 * session. For the rest of this request, the form's page may be shown to a logged-in user.
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

/** Like `findOther`, for a form that identifies its account by an email address. */
export function findOtherThan(request: Request, context: AppLoadContext, email: string): Promise<AccountSwitch | null> {
  return findOther(request, context, (account) => account.email !== '' && account.email === normalizeEmail(email));
}

/** True if the user agreed to log out this account. */
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
    // The session has ended: stay on this form, and do not use its URL as a target after login.
    if (!(error instanceof Response)) throw error;
    await updateFlow(request, context, { redirect });
    return null;
  }
}
