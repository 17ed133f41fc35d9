import * as z from 'zod';
import { ERROR_CODES, Refusal } from '../../../app/wire/errors';
import type { Errand } from '../bindings';
import { directoryFor, ssoName } from '../directory/names';
import type { ApiEnv } from '../env';
import { unauthorised } from '../family/signature';
import { findFamily } from '../family-of';

const askedSchema = z.object({ hold: z.string().nullable() });

/**
 * PUT /credentials with a new address (S06). The family says first whether it may be; then the directory holds the address, then the family
 * moves. Cut off between any two steps, the family signs in with the one address that its own row names, which the directory names too: the
 * new one is confirmed before the move, the old one freed long after it. What was held for nothing the family gives back.
 * @throws Refusal 100 once the password is known to be right
 */
export async function changeAddress(env: ApiEnv, accountId: string, request: Request): Promise<Response> {
  const family = findFamily(env, accountId);
  if (family === null) throw unauthorised('session');
  const asked = await family.askToMove(request.clone());
  if (!asked.ok) return asked;
  const { hold } = askedSchema.parse(await asked.json());
  if (hold !== null && !(await holdAddress(env, accountId, hold))) {
    throw new Refusal(ERROR_CODES.duplicateEmail, 400, 'This address has an account already');
  }
  return family.move(request, hold);
}

/** Makes the directory name this family under an address. False: it is another's. */
export async function holdAddress(env: ApiEnv, accountId: string, email: string): Promise<boolean> {
  const directory = directoryFor(env, 'mail', email);
  await directory.reserve(accountId);
  return directory.confirm(accountId);
}

/** Does what a family cannot do itself, as often as it is asked. */
export async function runErrand(env: ApiEnv, errand: Errand): Promise<void> {
  const family = findFamily(env, errand.accountId);
  if (family === null) return;
  if (errand.errand === 'address') {
    if (await family.isAddressKept(errand.email)) await holdAddress(env, errand.accountId, errand.email);
    else await directoryFor(env, 'mail', errand.email).release(errand.accountId);
    return family.noteAddressSettled(errand.email, errand.dueAt);
  }
  for (const email of errand.emails) await directoryFor(env, 'mail', email).release(errand.accountId);
  for (const code of errand.codes) await directoryFor(env, 'pair', code).release(errand.accountId);
  if (errand.sso !== null) await directoryFor(env, 'sso', ssoName(errand.sso.issuer, errand.sso.subject)).release(errand.accountId);
  await removeFiles(env, errand.accountId);
  await family.forget();
}

/** All that lies in the bucket under the family's name. */
async function removeFiles(env: ApiEnv, accountId: string): Promise<void> {
  for (;;) {
    const { objects } = await env.FILES.list({ prefix: filesOf(accountId) });
    if (objects.length === 0) return;
    await env.FILES.delete(objects.map(({ key }) => key));
  }
}

/** Where the files of a family lie: all of them, so that none outlives it. */
export function filesOf(accountId: string): string {
  return `family/${accountId}/`;
}
