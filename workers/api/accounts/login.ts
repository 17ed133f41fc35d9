import { type LoginAnswer, type LoginBody, login } from '#app/wire/account';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import type { Caller } from '../caller';
import { isAuthKey, parseEmail } from '../credentials-input';
import { releaseAttempt, reserveAttempt, resetAttempts } from '../directory/attempts';
import type { ApiEnv } from '../env';
import { hashTyped, readLegacyCost } from '../legacy-password';
import { findOrDecoyByEmail, rateLimited, wrongPassword } from './credentials';
import { logInWithIdToken } from './sso';

/**
 * POST /login (S01). An unknown address and a wrong password get the same response after the same work. If LEGACY_IMPORT is set, a derived
 * value for an imported account is refused with code 210.
 * @throws Refusal code 301 for an invalid address, code 300 for a wrong password, code 210, code 413 over the rate limit
 * @throws Refusal 503 if too many passwords are waiting to be hashed
 */
export async function logIn(env: ApiEnv, { device, login_obj }: LoginBody, caller: Caller): Promise<LoginAnswer> {
  if ('sso' in login_obj) return logInWithIdToken(env, { device, login_obj }, caller);
  const email = parseEmail(login_obj.email);
  const isTyped = !isAuthKey(login_obj.password);
  const cost = readLegacyCost(env);
  if (isTyped && cost === null) throw wrongPassword();
  const who = { email, ip: caller.ip, known: caller.known };
  if (!caller.isCounted && !(await reserveAttempt(env, 'login', who))) throw rateLimited();
  const family = await findOrDecoyByEmail(env, email);
  const isHashed = isTyped && cost !== null;
  const hash = async () =>
    isHashed ? hashTyped(env, caller.ip, login_obj.password, await family.legacySalt(), cost) : [login_obj.password];
  const secrets = await hash().catch(async (error) => {
    if (error instanceof Refusal && error.details.reason === 'busy') await releaseAttempt(env, 'login', who);
    throw error;
  });
  const outcome = await family.logInWithPassword({ email, secrets, isTyped, device }, caller);
  if (outcome === 'legacy') throw new Refusal(ERROR_CODES.unsupportedScheme, 400, 'This account logs in with the plain password');
  if (outcome === null) throw wrongPassword();
  await resetAttempts(env, 'login', who, outcome.browser);
  return login.output.parse(outcome.answer);
}
