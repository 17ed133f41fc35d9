import { type Context, Hono } from 'hono';
import { invalid } from '#app/wire/errors';
import { changeEmail, changePassword, isEmailChange, isEmailCorrection } from '#app/wire/identity';
import { isAuthKey } from '#workers/api/credentials-input';
import type { CallContext } from '../core/call-context';
import { type FamilyApp, handleEndpointAfter } from '../core/handle-endpoint';
import { findAnswer } from '../core/idempotency.queries';
import { newToken, verifierOf } from '../core/secrets';
import { findSession } from '../core/session.queries';
import { followLogin, requireStaged } from '../keys/account-key';
import { type AccountRow, setLogin } from '../store/account.queries';
import {
  applyEmailChange,
  emailCheckSchema,
  parseNewEmail,
  recordReservation,
  requireReservedEmail,
  reservedEmailOf,
} from './change-email';
import { askToCorrectRoute, correctRoute } from './correct-email';
import { readPassword, requirePassword } from './password';
import { mailPasswordChange } from './password-mail';
import { revokeEarlierAccess } from './revoke-earlier-access';

const checkEndpoint = { ...changeEmail, output: emailCheckSchema, replay: 'never' } as const;

/** Changes the login of the account (S05, S06, A151): three requests on one path, distinguished by their body. */
export const credentials = new Hono<FamilyApp>().put('/', (c, next) => chooseChange(c)(c, next));

function chooseChange({ env, var: { signed } }: Context<FamilyApp>) {
  if (!isEmailChange(signed.body)) return changePasswordRoute;
  const isCheck = env.emailChange?.step === 'check';
  if (isEmailCorrection(signed.body)) return isCheck ? askToCorrectRoute : correctRoute;
  return isCheck ? askRoute : moveRoute;
}

const changePasswordRoute = handleEndpointAfter(
  changePassword,
  (c, { body }) => readPassword(c.env.family, body.login_obj),
  (call, { body: { login_obj: wanted, browser_id } }, given) => {
    const before = requirePassword(call, given);
    if (!isAuthKey(wanted.new_password)) throw invalid('new_password: not a valid authKey', { new_password: 'invalid' });
    followLogin(call, before, wanted.new_password, wanted.acctkey);
    setLogin(call.sql, { ...before, ...newVerifier(call, wanted.new_password) });
    revokeEarlierAccess(call, browser_id);
    mailPasswordChange(call, before, findSession(call.sql, call.actor.id, call.now)?.place ?? null);
    return { status: 'password_updated' as const };
  },
);

/**
 * First step of an address change: checks the request and records the address to reserve (S06). A wrong password reveals nothing about the
 * address, and a request that the second step would refuse reserves no address. Each request counts as an attempt, because the answer
 * reveals whether the address has an account.
 */
const askRoute = handleEndpointAfter(
  checkEndpoint,
  async (c, { body }) => ({ key: c.var.signed.parts.idempotencyKey, given: await readPassword(c.env.family, body.login_obj) }),
  (call, { body: { login_obj: wanted } }, { key, given }) => {
    // The first response was lost. The second step repeats it.
    if (findAnswer(call.sql, call.actor.id, key, call.now) !== null) return { hold: null };
    const { email } = requirePassword(call, given);
    const hold = parseNewEmail(wanted.new_email, email);
    if (!isAuthKey(wanted.upd_password)) throw invalid('upd_password: not a valid authKey', { upd_password: 'invalid' });
    requireStaged(call, wanted.upd_password, wanted.acctkey);
    recordReservation(call, hold);
    return { hold };
  },
);

const moveRoute = handleEndpointAfter(
  changeEmail,
  async (c, { body }) => ({ reserved: reservedEmailOf(c), given: await readPassword(c.env.family, body.login_obj) }),
  (call, { body: { login_obj: wanted, browser_id } }, { reserved, given }) => {
    const before = requirePassword(call, given);
    const email = requireReservedEmail(call, reserved, wanted.new_email);
    applyEmailChange(call, before, { email, ...newVerifier(call, wanted.upd_password) });
    followLogin(call, before, wanted.upd_password, wanted.acctkey);
    revokeEarlierAccess(call, browser_id);
    return { status: 'email_updated' as const };
  },
);

function newVerifier(call: CallContext, authKey: string): Pick<AccountRow, 'password_salt' | 'password_verifier'> {
  const salt = newToken(16);
  return { password_salt: salt, password_verifier: verifierOf(authKey, salt, call.env.PASSWORD_PEPPER) };
}
