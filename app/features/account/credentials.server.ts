import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { MESSAGES } from '#app/domain/credentials';
import { readAcctkey } from '#app/server/acctkey.server';
import {
  attempt,
  type FormMessage,
  formMessage,
  isReplay,
  type Outcome,
  replyInvalid,
  requireDeclaredStatus,
  type SubmittedForm,
  statusOf,
  textOf,
  toFormMessage,
  toIdempotencyKey,
} from '#app/server/form.server';
import type { Parent } from '#app/server/guards.server';
import { browserIdOfForm, rememberKnown } from '#app/server/known-browser.server';
import {
  deriveCounted,
  looksDerived,
  type PasswordField,
  readPassword,
  requireAttempt,
  toAuthKey,
} from '#app/server/password-field.server';
import { type Session, writeSession } from '#app/server/session.server';
import { flashToast } from '#app/server/toast.server';
import { ERROR_CODES } from '#app/wire/errors';
import { changeEmail, changePassword } from '#app/wire/identity';
import type { AcctkeyWire } from '#app/wire/keys';
import { validateEmailChange, validatePasswordChange } from './account.schemas';

const SECRETS = ['current_password', 'new_password', 'upd_password'].flatMap((name) => [name, `${name}_derived`]);

/** Stores a new password (S05). If the browser re-encrypted the account key, the staged key is stored in the same call. */
export async function answerPasswordChange(
  request: Request,
  context: AppLoadContext,
  { account, api, session }: Parent,
  form: SubmittedForm,
) {
  if (account.loginScheme === 'sso') return refuseSso(form);
  const [current, next] = [readPassword(form.fields, 'current_password'), readPassword(form.fields, 'new_password')];
  const derived = derivedNames({ current_password: current, new_password: next });
  const submission = validatePasswordChange(form.fields, { isLegacy: account.isLegacy, email: account.email, derived });
  const reply = (fieldErrors: Record<string, Array<string>> = {}) => submission.reply({ hideFields: SECRETS, fieldErrors });
  if (submission.status !== 'success' || current === null || next === null) return replyInvalid(form, { lastResult: reply() });
  const idempotencyKey = await toIdempotencyKey(form);
  const browser = await createBrowserId(session, idempotencyKey);
  const call = async () => {
    const { email } = account;
    const { value: password, counted } = await readCurrentPassword(request, context, account, current);
    const fresh = await deriveNewPassword(request, context, account, email, next, counted);
    const body = { ...browser, login_obj: { email, password, new_password: fresh, ...readStagedKey(form.fields) } };
    return api.call(changePassword, { query: {}, body }, { idempotencyKey });
  };
  const outcome = await attempt(() => requireDeclaredStatus(request, context, MESSAGES.credentialsStatus, call));
  if (outcome.kind === 'done' || isReplay(outcome)) {
    await writeSession(context, { ...session, isLegacy: false });
    if (browser.browser_id !== undefined) await rememberKnown(request, context, session.accountId, browser.browser_id);
    await flashToast(context, { tone: 'good', text: { key: 'toast.password_changed', params: {} }, undo: null });
    return redirect('/account');
  }
  return replyInvalid(form, { lastResult: reply(toFieldErrors(outcome, account)), notice: toFailureMessage(outcome) }, statusOf(outcome));
}

/** Stores a new address and the password that is salted with it (S06). The new address must be confirmed. */
export async function answerEmailChange(request: Request, context: AppLoadContext, { account, api, session }: Parent, form: SubmittedForm) {
  if (account.loginScheme === 'sso') return refuseSso(form);
  const [current, updated] = [readPassword(form.fields, 'current_password'), readPassword(form.fields, 'upd_password')];
  const given = { isLegacy: account.isLegacy, derived: derivedNames({ current_password: current }) };
  const submission = validateEmailChange(form.fields, given);
  const reply = (fieldErrors: Record<string, Array<string>> = {}) => submission.reply({ hideFields: SECRETS, fieldErrors });
  if (submission.status !== 'success' || current === null) {
    const { email } = account;
    return replyInvalid(form, { lastResult: validateEmailChange(form.fields, { ...given, email }).reply({ hideFields: SECRETS }) });
  }
  const email = submission.value.new_email;
  const idempotencyKey = await toIdempotencyKey(form);
  const browser = await createBrowserId(session, idempotencyKey);
  const call = async () => {
    const { value: password, counted } = await readCurrentPassword(request, context, account, current);
    const fresh = await deriveNewPassword(request, context, account, email, updated?.kind === 'derived' ? updated : current, counted);
    // A signed API call does not carry the client's network, so the attempt is counted here. Another API server counts attempts itself.
    if (session.endpoint === undefined) await requireAttempt(request, context, 'move', email);
    const login_obj = { email: account.email, password, new_email: email, upd_password: fresh, ...readStagedKey(form.fields) };
    return api.call(changeEmail, { query: {}, body: { ...browser, login_obj } }, { idempotencyKey });
  };
  const outcome = await attempt(() => requireDeclaredStatus(request, context, MESSAGES.credentialsStatus, call));
  if (outcome.kind === 'done' || isReplay(outcome)) {
    await writeSession(context, { ...session, email, isLegacy: false });
    if (browser.browser_id !== undefined) await rememberKnown(request, context, session.accountId, browser.browser_id);
    await flashToast(context, { tone: 'good', text: { key: 'toast.email_changed', params: { email } }, undo: null });
    return redirect('/account');
  }
  // Checked only after the call, because a resubmitted form finds the address already changed by its first submit.
  const isOwn = outcome.kind === 'refused' && email === account.email;
  const lastResult = reply({ ...toFieldErrors(outcome, account), ...(isOwn && { new_email: ['own_email'] }) });
  return replyInvalid(form, { lastResult, notice: toFailureMessage(outcome) }, statusOf(outcome));
}

/** Returns the ID that identifies this browser after the change (A132); empty for another API, which knows no browser IDs (A32). */
export async function createBrowserId(session: Session, idempotencyKey: string): Promise<{ browser_id?: string }> {
  return session.endpoint === undefined ? { browser_id: await browserIdOfForm(session, idempotencyKey) } : {};
}

/**
 * Reads the account key that the browser staged, to store with the change (S05). Empty without script or without a key.
 * @throws a 400 response for an invalid key
 */
function readStagedKey(fields: FormData): { acctkey?: AcctkeyWire } {
  const text = textOf(fields, 'staged_key');
  if (text === '') return {};
  const acctkey = readAcctkey(text);
  if (acctkey === null) throw new Response(null, { status: 400 });
  return { acctkey };
}

/** Returns the current password as the API compares it: as typed for a legacy account, else its authKey (A80). */
async function readCurrentPassword(
  request: Request,
  context: AppLoadContext,
  { email, isLegacy }: Parent['account'],
  current: PasswordField,
) {
  if (isLegacy && current.kind === 'typed' && !looksDerived(current.text)) return { value: current.text, counted: false };
  const { authKey, counted } = await toAuthKey(request, context, 'login', email, current);
  return { value: authKey, counted };
}

/** Returns the authKey of the new password, salted by `email`. Both derivations of one form count as one attempt. */
async function deriveNewPassword(
  request: Request,
  context: AppLoadContext,
  { email: own }: Parent['account'],
  email: string,
  password: PasswordField,
  counted: boolean,
) {
  if (counted && password.kind === 'typed') return deriveCounted(request, context, 'login', email, password.text, { counted: own });
  return (await toAuthKey(request, context, 'login', email, password)).authKey;
}

function derivedNames(fields: Record<string, PasswordField | null>): ReadonlySet<string> {
  return new Set(Object.entries(fields).flatMap(([name, field]) => (field?.kind === 'derived' ? [name] : [])));
}

type Failed = Exclude<Outcome<unknown>, { kind: 'done' }>;

/** Returns the field errors of a refusal, as codes from the specification (8.2.11, 8.1.1, 8.1.4). */
function toFieldErrors(outcome: Failed, { isLegacy }: Parent['account']): Record<string, Array<string>> {
  const code = outcome.kind === 'refused' ? outcome.refusal.code : null;
  if (code === ERROR_CODES.invalidPassword || code === ERROR_CODES.unsupportedScheme) {
    return { current_password: [isLegacy ? 'invalid_legacy_password' : 'invalid_password'] };
  }
  if (code === ERROR_CODES.duplicateEmail) return { new_email: ['duplicate_email'] };
  return code === ERROR_CODES.invalidEmail ? { new_email: ['invalid_email'] } : {};
}

const BY_FIELD: ReadonlyArray<number> = [
  ERROR_CODES.invalidPassword,
  ERROR_CODES.unsupportedScheme,
  ERROR_CODES.duplicateEmail,
  ERROR_CODES.invalidEmail,
];

/** Returns the form message for a failure that no field error covers, else null. */
function toFailureMessage(outcome: Failed): FormMessage | null {
  if (outcome.kind === 'refused' && BY_FIELD.includes(outcome.refusal.code)) return null;
  return toFormMessage(outcome, {
    address_held: formMessage('account_page.address_held'),
    [ERROR_CODES.insufficientPrivileges]: formMessage('messages.invalid_for_sso'),
  });
}

function refuseSso(form: SubmittedForm) {
  return replyInvalid(form, { notice: formMessage('messages.invalid_for_sso') });
}
