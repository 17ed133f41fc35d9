import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { ERROR_CODES, invalid, Refusal } from '../../../../app/wire/errors';
import { changeEmail, changePassword, isEmailChange } from '../../../../app/wire/identity';
import { isAuthKey, readEmail } from '../../given';
import { followLogin, requireStaged } from '../account-key';
import { type AccountRow, setLogin } from '../accounts/account.queries';
import { answerAfter, type FamilyApp } from '../answer';
import type { Call } from '../call';
import { endSessions } from '../end-sessions';
import { findAnswer } from '../idempotency.queries';
import { voidInvitations } from '../invitations';
import { knowOnly } from '../known-only';
import { tellOfPassword } from '../password-mail';
import { newToken, verifierOf } from '../secrets';
import { findSession } from '../sessions/session.queries';
import { noteTried } from '../tried';
import { dropResetTokens } from './credential.queries';
import { moveTo, requireMoveLeft, requireNotHeld } from './move';
import { readPassword, requirePassword } from './password';

/** The address that a move asks the directory to hold meanwhile; null where there is nothing left to do. */
const askEndpoint = { ...changeEmail, output: z.object({ hold: z.string().nullable() }), secret: true } as const;

/** An address that was asked for and not moved to is free again after this. */
const MOVE_MS = 10 * 60_000;

/** What signs in (S05, S06): two calls on one path, told apart by what they bring. */
export const credentials = new Hono<FamilyApp>().put('/', (c, next) => chooseChange(c)(c, next));

function chooseChange({ env, var: { signed } }: Context<FamilyApp>) {
  if (!isEmailChange(signed.body)) return changePasswordRoute;
  return env.move?.step === 'ask' ? askRoute : moveRoute;
}

const changePasswordRoute = answerAfter(
  changePassword,
  (c, { body }) => readPassword(c.env.family, body.login_obj),
  (call, { body: { login_obj: wanted, browser_id } }, given) => {
    const before = requirePassword(call, given);
    if (!isAuthKey(wanted.new_password)) throw invalid('new_password: no authKey', { new_password: 'invalid' });
    followLogin(call, before, wanted.new_password, wanted.acctkey);
    setLogin(call.sql, { ...before, ...newVerifier(call, wanted.new_password) });
    settle(call, browser_id);
    tellOfPassword(call, before, findSession(call.sql, call.actor.id, call.now)?.place ?? null);
    return { status: 'password_updated' as const };
  },
);

/**
 * Everything of a change of address but the change (S06): whose password is wrong learns nothing of the address, and what the move would
 * refuse holds none. Every asking counts, since its answer tells whether the address has an account.
 */
const askRoute = answerAfter(
  askEndpoint,
  async (c, { body }) => ({ key: c.var.signed.parts.idempotencyKey, given: await readPassword(c.env.family, body.login_obj) }),
  (call, { body: { login_obj: wanted } }, { key, given }) => {
    // The first answer was lost: the move itself will repeat it.
    if (findAnswer(call.sql, call.actor.id, key, call.now) !== null) return { hold: null };
    const { email } = requirePassword(call, given);
    const hold = readEmail(wanted.new_email, 'new_email');
    if (hold === email) throw new Refusal(ERROR_CODES.duplicateEmail, 400, 'This is the address of the account already');
    if (!isAuthKey(wanted.upd_password)) throw invalid('upd_password: no authKey', { upd_password: 'invalid' });
    requireStaged(call, wanted.upd_password, wanted.acctkey);
    requireMoveLeft(call);
    noteTried(call, 'move');
    call.due('address', hold, call.now + MOVE_MS);
    return { hold };
  },
);

const moveRoute = answerAfter(
  changeEmail,
  async (c, { body }) => ({ held: heldOf(c), given: await readPassword(c.env.family, body.login_obj) }),
  (call, { body: { login_obj: wanted, browser_id } }, { held, given }) => {
    const before = requirePassword(call, given);
    if (held === null || held !== readEmail(wanted.new_email, 'new_email')) throw invalid('This address is not held for the account');
    requireNotHeld(call);
    moveTo(call, before, { email: held, ...newVerifier(call, wanted.upd_password) });
    followLogin(call, before, wanted.upd_password, wanted.acctkey);
    settle(call, browser_id);
    return { status: 'email_updated' as const };
  },
);

function heldOf({ env: { move } }: Context<FamilyApp>): string | null {
  return move?.step === 'move' ? move.held : null;
}

/** Everybody else is signed out and no other browser is known; no link, token or open pairing of before lets anybody or anything in. */
function settle(call: Call, browserId: string | undefined): void {
  endSessions(call, call.actor.id);
  knowOnly(call, browserId ?? null);
  voidInvitations(call);
  dropResetTokens(call.sql);
  call.changed('account', call.accountId);
}

function newVerifier(call: Call, authKey: string): Pick<AccountRow, 'password_salt' | 'password_verifier'> {
  const salt = newToken(16);
  return { password_salt: salt, password_verifier: verifierOf(authKey, salt, call.env.PASSWORD_PEPPER) };
}
