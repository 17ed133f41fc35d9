import * as z from 'zod';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import { UNKNOWN_ADDRESS } from '#workers/client-address';
import { endBilling, sweepBilling } from '../billing/sync-billing';
import type { FamilyJob } from '../bindings';
import { reserveAttempt } from '../directory/attempts';
import { directoryFor, ssoName } from '../directory/names';
import type { ApiEnv } from '../env';
import { filesOf } from '../family/core/files';
import { unauthorised } from '../family/core/signature';
import { findFamily } from '../family-of';
import { findOwner, rateLimited } from './credentials';
import { finishTakeover } from './reset';

const emailCheckSchema = z.object({ hold: z.string().nullable() });

/**
 * PUT /credentials with a new address (S06). In order: the family agrees, the directory reserves the address, the family moves, the
 * directory confirms. After an interruption, only the address in the family’s own row can log in. Rate limited, because the response
 * reveals whether the address is free.
 * @throws Refusal code 100 for a taken address, only after the password is verified; code 413 over the rate limit
 */
export async function changeEmailAddress(env: ApiEnv, accountId: string, request: Request, ip: string): Promise<Response> {
  const family = findFamily(env, accountId);
  if (family === null) throw unauthorised('session');
  const checked = await family.checkEmailChange(request.clone());
  if (!checked.ok) return checked;
  const { hold } = emailCheckSchema.parse(await checked.json());
  if (hold === null) return family.applyEmailChange(request, hold);
  // An unknown IP address means that the web Worker called, which has already counted the attempt for the network.
  if (ip !== UNKNOWN_ADDRESS && !(await reserveAttempt(env, 'move', { email: hold, ip }))) throw rateLimited();
  if (!(await reserveAddress(env, accountId, hold))) {
    throw new Refusal(ERROR_CODES.duplicateEmail, 400, 'This address already has an account');
  }
  const moved = await family.applyEmailChange(request, hold);
  await reconcileAddress(env, accountId, hold);
  return moved;
}

/** Reserves an address for this family for ten minutes, or keeps its entry if it has one. Returns false if another family has it. */
export async function reserveAddress(env: ApiEnv, accountId: string, email: string): Promise<boolean> {
  const directory = directoryFor(env, 'mail', email);
  const holder = await findOwner(env, email);
  if (holder !== null) return holder.id.toString() === accountId;
  if (await directory.reserve(accountId)) return true;
  const entry = await directory.getState();
  return entry.state !== 'free' && entry.owner === accountId;
}

/** Confirms the directory entry if the family’s own row has this address; releases the entry otherwise. */
export async function reconcileAddress(env: ApiEnv, accountId: string, email: string): Promise<void> {
  const directory = directoryFor(env, 'mail', email);
  if (!(await findFamily(env, accountId)?.isAddressKept(email))) return directory.release(accountId);
  if (await reserveAddress(env, accountId, email)) await directory.confirm(accountId);
}

/** Runs a job that a family cannot do itself. Safe to repeat. */
export async function runFamilyJob(env: ApiEnv, job: FamilyJob): Promise<void> {
  const family = findFamily(env, job.accountId);
  if (family === null) return;
  if (job.kind === 'address') {
    await reconcileAddress(env, job.accountId, job.email);
    return family.noteAddressReconciled(job.email, job.dueAt);
  }
  if (job.kind === 'billing') return sweepBilling(env, job.accountId);
  if (job.kind === 'takeover') return finishTakeover(env, family, job);
  for (const email of job.emails) await directoryFor(env, 'mail', email).release(job.accountId);
  if (job.sso !== null) await directoryFor(env, 'sso', ssoName(job.sso.issuer, job.sso.subject)).release(job.accountId);
  if (job.customerId != null) await endBilling(env, job.accountId, job.customerId);
  await removeFiles(env, job.accountId);
  await family.forget();
}

/** Deletes all files of the family from the bucket. */
async function removeFiles(env: ApiEnv, accountId: string): Promise<void> {
  for (;;) {
    const { objects } = await env.FILES.list({ prefix: filesOf(accountId) });
    if (objects.length === 0) return;
    await env.FILES.delete(objects.map(({ key }) => key));
  }
}
