import { createAccount, type LoginAnswer, type SignUpBody } from '#app/wire/account';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import type { Caller } from '../caller';
import { parseEmail } from '../credentials-input';
import { reserveAttempt } from '../directory/attempts';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import { requireSoundKey } from '../family/keys/account-key';
import { createFamily } from './create-family';
import { findOwner, parseAuthKey, rateLimited } from './credentials';
import { signUpWithIdToken } from './sso';

/** Maximum number and duration of waits for another sign-up of the same address. */
const WAITS = 10;
const WAIT_MS = 200;

/**
 * POST /account (S03, A125): reserves the address, creates the family, confirms the address, makes the family permanent. After an
 * interruption, the reservation and the provisional family expire. For a short time, treats a repeated sign-up with the same password as a
 * login if the address is unverified.
 * @throws Refusal 400 for an invalid key, code 301 for an invalid address, code 300 for an invalid authKey
 * @throws Refusal code 100 for a taken address, code 413 over the rate limit, code 433 for an invalid coupon or group
 */
export async function signUp(env: ApiEnv, body: SignUpBody, caller: Caller): Promise<LoginAnswer> {
  const { login_obj } = body;
  if ('sso' in login_obj) return signUpWithIdToken(env, { ...body, login_obj }, caller);
  const email = parseEmail(login_obj.email);
  const authKey = parseAuthKey(login_obj.password);
  if (body.acctkey !== undefined) requireSoundKey(body.acctkey, 'password');
  if (!caller.isCounted && !(await reserveAttempt(env, 'signup', { email, ip: caller.ip }))) throw rateLimited();
  const directory = directoryFor(env, 'mail', email);
  const id = env.FAMILY.newUniqueId();
  for (let wait = 0; !(await directory.reserve(id.toString())); wait++) {
    const { state } = await directory.getState();
    if (state === 'confirmed') {
      const family = await findOwner(env, email);
      if (family === null) continue;
      const again = await family.repeatSignUp({ email, secrets: [authKey], isTyped: false, device: body.device }, caller);
      if (again === 'lapsed') continue;
      if (again === null) throw new Refusal(ERROR_CODES.duplicateEmail, 400, 'This address already has an account');
      return createAccount.output.parse(again);
    }
    if (wait >= WAITS) throw new Refusal(ERROR_CODES.duplicateEmail, 400, 'Another sign-up for this address is in progress');
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  const who = { id, email, authKey, ...(body.acctkey === undefined ? {} : { acctkey: body.acctkey }) };
  let isConfirming = false;
  try {
    return await createFamily(env, body, who, caller, () => {
      isConfirming = true;
      return directory.confirm(id.toString());
    });
  } catch (error) {
    // Once confirmation has started, the account may exist even if the call fails, so the address stays reserved.
    if (!isConfirming) await directory.release(id.toString());
    throw error;
  }
}
