import { createAccount, type LoginAnswer, type SignUpBody } from '../../../app/wire/account';
import { ERROR_CODES, Refusal } from '../../../app/wire/errors';
import type { Caller } from '../caller';
import { loadCatalogue, toOwnedSku } from '../catalogue/catalogue';
import { reserveAttempt } from '../directory/attempts';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import { readAuthKey, readEmail } from './credentials';

/** How often, and how long apart, a reservation of another sign-up of the same address is waited for. */
const WAITS = 10;
const WAIT_MS = 200;

/**
 * POST /account (S03, A125): reserve the address, write the family, confirm the address, let the family last. Cut off
 * anywhere, the reservation and the provisional family lapse by themselves. A repeat of an unproven sign-up with the
 * same password answers as a login.
 * @throws Refusal 301, 300, 413, 100
 */
export async function signUp(env: ApiEnv, body: SignUpBody, caller: Caller): Promise<LoginAnswer> {
  const email = readEmail(body.login_obj.email);
  const authKey = readAuthKey(body.login_obj.password);
  if (!caller.isCounted && !(await reserveAttempt(env, 'signup', { email, ip: caller.ip }))) throw tooMany();
  const directory = directoryFor(env, 'mail', email);
  const id = env.FAMILY.newUniqueId();
  for (let wait = 0; !(await directory.reserve(id.toString())); wait++) {
    const standing = await directory.standing();
    if (standing.state === 'confirmed') {
      const family = env.FAMILY.get(env.FAMILY.idFromString(standing.owner));
      const again = await family.repeatSignUp({ email, authKey, device: body.device });
      if (again === 'lapsed') {
        await directory.release(standing.owner);
        continue;
      }
      if (again === null) throw new Refusal(ERROR_CODES.duplicateEmail, 400, 'This address has an account already');
      return createAccount.output.parse(again);
    }
    if (wait >= WAITS) throw new Refusal(ERROR_CODES.duplicateEmail, 400, 'This address is just being signed up');
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  const free = (await loadCatalogue(env)).skus.find((sku) => sku.sku === 'free');
  if (free === undefined) throw new Error('The catalogue has no free plan: its migrations have not run');
  const family = env.FAMILY.get(id);
  await family.provision({
    email,
    authKey,
    userName: body.user_name ?? null,
    locale: body.locale,
    timeZone: body.time_zone,
    marketingOptin: body.marketing_email_optin ?? false,
    plan: toOwnedSku(free, null, Date.now()),
  });
  if (!(await directory.confirm(id.toString())))
    throw new Refusal(ERROR_CODES.duplicateEmail, 400, 'The reservation of this address has lapsed');
  return createAccount.output.parse(await family.confirm(body.device));
}

/** Too many tries (S01). */
export function tooMany(): Refusal {
  return new Refusal(ERROR_CODES.rateLimited, 403, 'Too many tries, wait a while and try again');
}
