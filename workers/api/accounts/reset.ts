import type * as z from 'zod';
import type { requestReset, resetPassword } from '#app/wire/identity';
import type { FamilyJob } from '../bindings';
import type { Caller } from '../caller';
import { newFreeSku } from '../catalogue/catalogue';
import { parseEmail } from '../credentials-input';
import { reserveAttempt } from '../directory/attempts';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import type { Family } from '../family/family';
import { findFamily, unwrap } from '../family-of';
import { reportBug } from '../on-error';
import { findOrDecoyByEmail, parseAuthKey, rateLimited, wrongPassword } from './credentials';

/**
 * POST /resetpw {email} (S07). Responds before the lookup, so that neither response nor timing reveals an account. `later` keeps the Worker
 * alive for the remaining work. Counts every request, even for addresses without an account.
 * @throws Refusal code 301 for an invalid address, code 413 over the rate limit
 */
export async function sendResetMail(
  env: ApiEnv,
  body: z.infer<typeof requestReset.body>,
  caller: Caller,
  later: (work: Promise<unknown>) => void,
): Promise<{ status: 'email_sent' }> {
  const email = parseEmail(body.email);
  if (!(await reserveAttempt(env, 'forgot', { email, ip: caller.ip }))) throw rateLimited();
  const asked = findOrDecoyByEmail(env, email).then((family) => family.requestReset({ email, place: caller.place }));
  later(asked.catch(reportBug));
  return { status: 'email_sent' };
}

/**
 * POST /resetpw {email, password, token} (S08). Replaces an unverified account with a new family. On request, also replaces an account that
 * recently moved to this address (A145). The directory transfers the entry in one step, then the old family loses its address (A125).
 * @throws Refusal code 301 for an invalid address, code 300 for a wrong token, code 413 over the rate limit, code 410 for single sign-on
 */
export async function resetByToken(
  env: ApiEnv,
  body: z.infer<typeof resetPassword.body>,
  caller: Caller,
): Promise<z.infer<typeof resetPassword.output>> {
  const email = parseEmail(body.email);
  const authKey = parseAuthKey(body.password);
  if (!caller.isCounted && !(await reserveAttempt(env, 'reset', { email, ip: caller.ip }))) throw rateLimited();
  const browserId = caller.freshId;
  const createsNewAccount = body.start_empty ?? false;
  const family = await findOrDecoyByEmail(env, email);
  const outcome = unwrap(
    await family.resetPassword({ email, token: body.token, authKey, place: caller.place, browserId, createsNewAccount }),
  );
  const accountId =
    outcome === 'done' ? family.id.toString() : await takeOverAddress(env, family, { email, authKey, browserId, ...outcome.handOver });
  return { status: 'login_updated', ...(browserId === null ? {} : { account_id: accountId }) };
}

/**
 * Creates a new family in place of `old` and returns its id. The new family stores the takeover first. So its job can finish a takeover
 * that was interrupted after the transfer.
 */
async function takeOverAddress(
  env: ApiEnv,
  old: DurableObjectStub<Family>,
  who: { email: string; authKey: string; browserId: string | null; locale: string; timeZone: string },
): Promise<string> {
  const plan = await newFreeSku(env);
  const [id, from] = [env.FAMILY.newUniqueId(), old.id.toString()];
  const family = env.FAMILY.get(id);
  await family.provision({ ...who, isProven: true, userName: null, marketingOptin: false, plan, takesOverFrom: from });
  if (!(await directoryFor(env, 'mail', who.email).handOver(from, id.toString()))) throw wrongPassword();
  await old.releaseAddress(who.email);
  await family.confirmFamily();
  return id.toString();
}

/** Finishes an interrupted takeover. If the directory never transferred the address, lets the new family be deleted. */
export async function finishTakeover(
  env: ApiEnv,
  family: DurableObjectStub<Family>,
  { accountId, email, from }: Extract<FamilyJob, { kind: 'takeover' }>,
): Promise<void> {
  const entry = await directoryFor(env, 'mail', email).getState();
  if (entry.state !== 'confirmed' || entry.owner !== accountId) return family.giveUpTakeover();
  await findFamily(env, from)?.releaseAddress(email);
  await family.confirmFamily();
}
