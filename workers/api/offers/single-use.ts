import type { CouponWire } from '#app/wire/offers';
import { findCoupon } from '../catalogue/offer.queries';
import { type DirectoryRow, directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import { findFamily } from '../family-of';

/** Detail of the code's directory entry once the account is permanent. The code stays used even after the account is deleted. */
const USED = 'used';
const MAX_TRIES = 3;

/** True if only one account may ever use this code (A87). */
export function isSingleUse(coupon: Pick<CouponWire, 'workflow'>): boolean {
  return coupon.workflow === 'affiliate_1tc_promo';
}

/** Reserves the code for a new account. Atomic: only one of several parallel calls returns true. */
export async function reserveCode(env: ApiEnv, code: string, owner: string): Promise<boolean> {
  for (let tried = 0; tried < MAX_TRIES; tried++) {
    if (await codeOf(env, code).reserve(owner)) return true;
    if (await isCodeTaken(env, code)) return false;
  }
  return false;
}

/** True if the code is taken. First releases the code of a deleted family, and marks the code of a permanent family as used (A125). */
export async function isCodeTaken(env: ApiEnv, code: string): Promise<boolean> {
  const directory = codeOf(env, code);
  const entry = await directory.getState();
  if (entry.state !== 'confirmed') return entry.state === 'reserved';
  if (entry.detail === USED) return true;
  const family = findFamily(env, entry.owner);
  const state = family === null ? 'gone' : await family.getState();
  if (state === 'gone') await directory.release(entry.owner);
  if (state === 'lasting') await directory.confirm(entry.owner, USED);
  return state !== 'gone';
}

/** Keeps the code for a provisional family after the reservation ends. Returns false if the reservation has expired. */
export function confirmCode(env: ApiEnv, code: string, owner: string): Promise<boolean> {
  return codeOf(env, code).confirm(owner);
}

/** Marks the code as used permanently. Call it once the account is permanent. */
export async function markCodeUsed(env: ApiEnv, code: string, owner: string): Promise<void> {
  await codeOf(env, code).confirm(owner, USED);
}

/** Releases the code after a failed sign-up. */
export async function releaseCode(env: ApiEnv, code: string, owner: string): Promise<void> {
  await codeOf(env, code).release(owner);
}

function codeOf(env: ApiEnv, code: string): DirectoryRow {
  return directoryFor(env, 'coupon', code);
}

/** Marks a single-use code as used by a restored account. Returns false if another account has the code. */
export async function restoreUsedCode(env: ApiEnv, code: string, owner: string): Promise<boolean> {
  const found = await findCoupon(env.CATALOGUE, code);
  if (found === null || !isSingleUse(found.coupon)) return true;
  await codeOf(env, code).reserve(owner);
  return codeOf(env, code).confirm(owner, USED);
}
