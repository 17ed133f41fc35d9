import type * as z from 'zod';
import { ERROR_CODES, invalid, Refusal } from '#app/wire/errors';
import type { undoEmailChange } from '#app/wire/identity';
import type { Caller } from '../caller';
import type { ApiEnv } from '../env';
import { findFamily, unwrap } from '../family-of';
import { reconcileAddress, reserveAddress } from './change-email';

/**
 * POST /credentials_undo (S06): restores the old address with the link emailed to it. The link works once, within seven days. Until then,
 * the directory keeps both addresses for the family, so that nobody else can take the old one.
 * @throws Refusal 400 for a link that is unknown, used or expired; code 100 if another account now has the address
 */
export async function undoEmailByLink(
  env: ApiEnv,
  { account_id, token }: z.infer<typeof undoEmailChange.body>,
  { freshId }: Pick<Caller, 'freshId'>,
): Promise<z.infer<typeof undoEmailChange.output>> {
  const family = findFamily(env, account_id);
  if (family === null) throw invalid('This link is unknown or has expired', { token: 'expired' });
  const { email } = unwrap(await family.findUndo(token));
  if (!(await reserveAddress(env, account_id, email)))
    throw new Refusal(ERROR_CODES.duplicateEmail, 400, 'This address already has an account');
  unwrap(await family.undoEmail(token, freshId));
  await reconcileAddress(env, account_id, email);
  return { status: 'email_restored', email };
}
