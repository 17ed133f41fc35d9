import type { CouponWire } from '../../../app/wire/offers';
import { findCoupon } from '../catalogue/offer.queries';
import { type DirectoryRow, directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import { findFamily } from '../family-of';

/** The entry's detail once its account lasts: from then on the code stays used, even when the account is gone one day. */
const USED = 'used';
const TRIES = 3;

/** One account in all may have this code (A87). */
export function isSingleUse(coupon: Pick<CouponWire, 'workflow'>): boolean {
  return coupon.workflow === 'affiliate_1tc_promo';
}

/** Takes the code for an account that is being made. Atomic: of a hundred parallel calls one gets true. */
export async function takeCode(env: ApiEnv, code: string, owner: string): Promise<boolean> {
  for (let tried = 0; tried < TRIES; tried++) {
    if (await codeOf(env, code).reserve(owner)) return true;
    if (await isTaken(env, code)) return false;
  }
  return false;
}

/** Has somebody this code? What a sign-up left behind that was cut off for good is cleared away on the way (A125). */
export async function isTaken(env: ApiEnv, code: string): Promise<boolean> {
  const directory = codeOf(env, code);
  const standing = await directory.standing();
  if (standing.state !== 'confirmed') return standing.state === 'reserved';
  if (standing.detail === USED) return true;
  const family = findFamily(env, standing.owner);
  const state = family === null ? 'gone' : await family.standing();
  if (state === 'gone') await directory.release(standing.owner);
  if (state === 'lasting') await directory.confirm(standing.owner, USED);
  return state !== 'gone';
}

/** Keeps the code for a provisional family past its reservation. False where the reservation has lapsed. */
export function holdCode(env: ApiEnv, code: string, owner: string): Promise<boolean> {
  return codeOf(env, code).confirm(owner);
}

/** The account lasts: nobody else ever gets this code. */
export async function spendCode(env: ApiEnv, code: string, owner: string): Promise<void> {
  await codeOf(env, code).confirm(owner, USED);
}

/** A sign-up that failed gives the code back. */
export async function returnCode(env: ApiEnv, code: string, owner: string): Promise<void> {
  await codeOf(env, code).release(owner);
}

function codeOf(env: ApiEnv, code: string): DirectoryRow {
  return directoryFor(env, 'coupon', code);
}

/** Notes again that an account has a coupon, where one account in all may have it. False: another has it. */
export async function holdAgain(env: ApiEnv, code: string, owner: string): Promise<boolean> {
  const found = await findCoupon(env.CATALOGUE, code);
  if (found === null || !isSingleUse(found.coupon)) return true;
  await codeOf(env, code).reserve(owner);
  return codeOf(env, code).confirm(owner, USED);
}
