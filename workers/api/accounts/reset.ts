import type * as z from 'zod';
import type { requestReset, resetPassword } from '../../../app/wire/identity';
import type { Caller } from '../caller';
import { newFreeSku } from '../catalogue/catalogue';
import { reserveAttempt } from '../directory/attempts';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import type { Family } from '../family/family';
import { unwrap } from '../family-of';
import { reportBug } from '../on-error';
import { findByAddress, readAuthKey, readEmail, tooMany, wrongPassword } from './credentials';

/**
 * POST /resetpw {email} (S07). The answer is given before anything is looked up, so that neither it nor its time tells whether the address
 * has an account; `later` keeps the Worker alive for the rest. Counted here whoever asks, and for addresses without an account alike.
 * @throws Refusal 301, 413
 */
export async function askForReset(
  env: ApiEnv,
  body: z.infer<typeof requestReset.body>,
  caller: Caller,
  later: (work: Promise<unknown>) => void,
): Promise<{ status: 'email_sent' }> {
  const email = readEmail(body.email);
  if (!(await reserveAttempt(env, 'forgot', { email, ip: caller.ip }))) throw tooMany();
  const asked = findByAddress(env, email).then((family) => family.requestReset({ email, place: caller.place }));
  later(asked.catch(reportBug));
  return { status: 'email_sent' };
}

/**
 * POST /resetpw {email, password, token} (S08). An address that nobody had proven gives way: whoever proves it by this starts a new family,
 * the directory's entry moves to it in one step, and the old family has no address any more (A125).
 * @throws Refusal 301, 300, 413, 410 for an account with single sign-on
 */
export async function resetByToken(
  env: ApiEnv,
  body: z.infer<typeof resetPassword.body>,
  caller: Caller,
): Promise<{ status: 'login_updated' }> {
  const email = readEmail(body.email);
  const authKey = readAuthKey(body.password);
  if (!caller.isCounted && !(await reserveAttempt(env, 'reset', { email, ip: caller.ip }))) throw tooMany();
  const family = await findByAddress(env, email);
  const outcome = unwrap(await family.resetPassword({ email, token: body.token, authKey, place: caller.place }));
  if (outcome !== 'done') await takeAddress(env, family, { email, authKey, ...outcome.givesWay });
  return { status: 'login_updated' };
}

async function takeAddress(
  env: ApiEnv,
  old: DurableObjectStub<Family>,
  who: { email: string; authKey: string; locale: string; timeZone: string },
): Promise<void> {
  const plan = await newFreeSku(env);
  const id = env.FAMILY.newUniqueId();
  const family = env.FAMILY.get(id);
  await family.provision({ ...who, isProven: true, userName: null, marketingOptin: false, plan });
  if (!(await directoryFor(env, 'mail', who.email).handOver(old.id.toString(), id.toString()))) throw wrongPassword();
  await old.loseAddress(who.email);
  await family.settle();
}
