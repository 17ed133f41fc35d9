import type { AppLoadContext } from '@remix-run/cloudflare';
import { dropCoupon, type Landing, type OfferHeader, type Promo, setCoupon, setGroup } from '#app/domain/offer';
import type { Instant } from '#app/domain/time';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import { getGroup } from '#app/wire/offers';
import { publicCall } from './api.server';
import { readEndpoint } from './endpoint-choice.server';
import { FLOW_LIFE_MS, readFlow, updateFlow } from './flow.server';
import { attempt } from './form.server';

const MAX = { id: 64, gclid: 128 };
const NOWHERE: Landing = { groupId: null, isCouponGroup: false, coupon: null, gclid: null, promoTs: null };

/** The offer shown on the landing page. `trouble`: the visit's group is closed (SIGN-007) or its coupon is unusable (SIGN-036). */
export type LandingOffer = { header: OfferHeader | null; trouble: 'closed' | 'coupon' | null };

/** Reads the group, coupon and click id of a visit to /signup/{groupId?} (SIGN-002 to SIGN-004). */
export function readVisit(request: Request, groupId: string | undefined): Landing {
  const { searchParams } = new URL(request.url);
  const take = (text: string | null | undefined, max: number) => text?.trim().slice(0, max) || null;
  return {
    groupId: take(groupId, MAX.id),
    isCouponGroup: false,
    coupon: take(searchParams.get('coupon'), MAX.id),
    gclid: take(searchParams.get('gclid'), MAX.gclid),
    promoTs: null,
  };
}

/**
 * Stores the visitor's group, coupon and click ID until sign-up, and returns the offer to show. A group replaces the previous offer; a
 * coupon includes its group (A07). Closed groups and unusable coupons are discarded. If the API does not respond, both are kept, and the
 * sign-up reports the result.
 */
export async function openLanding(
  request: Request,
  context: AppLoadContext,
  visit: Landing = NOWHERE,
  now = Date.now(),
): Promise<LandingOffer> {
  const { header, trouble } = await openVisit(request, context, visit, now);
  return { header, trouble };
}

/** Like `openLanding`; also returns what the offer brings, for promo pages. `promo`: null if nothing is known about an offer. */
export async function openVisit(
  request: Request,
  context: AppLoadContext,
  visit: Landing,
  now = Date.now(),
): Promise<LandingOffer & { promo: Promo | null }> {
  const before = await readLanding(request, context, now);
  const group = visit.groupId === null ? null : await lookUpGroup(request, context, visit.groupId);
  let landing = before;
  if (visit.groupId !== null) landing = setGroup(landing, group === 'unknown' || group === 'closed' ? null : visit.groupId);
  if (visit.gclid !== null) landing = { ...landing, gclid: visit.gclid };
  const coupon = visit.coupon ?? landing.coupon;
  // The offer of a new coupon does not include the previous coupon's group.
  if (coupon !== landing.coupon) landing = dropCoupon(landing);
  const found = await describeOffer(request, context, { coupon, groupId: landing.groupId });
  // An unusable coupon also loses its group, so the group's header must not be shown.
  const isOver = found?.coupon === 'unusable' && landing.isCouponGroup;
  const header = isOver ? null : (found?.header ?? null);
  if (coupon !== null) {
    landing = found?.coupon === 'unusable' ? dropCoupon(landing) : setCoupon(landing, coupon, found?.groupId ?? null);
  }
  landing = { ...landing, promoTs: toPromoTs(before, landing, now) };
  const isEmpty = landing.groupId === null && landing.coupon === null && landing.gclid === null;
  await updateFlow(request, context, { landing: isEmpty ? null : landing });
  const trouble = found?.coupon === 'unusable' ? 'coupon' : group === 'closed' && coupon === null ? 'closed' : null;
  return { header, trouble, promo: isOver ? null : (found?.promo ?? null) };
}

/** Returns what earlier visits stored. A coupon or group is discarded after 30 days, the lifetime of the cookie. */
async function readLanding(request: Request, context: AppLoadContext, now: Instant): Promise<Landing> {
  const landing = (await readFlow(request, context)).landing ?? NOWHERE;
  const isOld = landing.promoTs !== null && now - landing.promoTs >= FLOW_LIFE_MS;
  return isOld ? { ...NOWHERE, gclid: landing.gclid } : landing;
}

/** Returns the time at which the current coupon and group were set; null without them. If no time is stored for them, `now`. */
function toPromoTs(before: Landing, { groupId, coupon }: Landing, now: Instant): Instant | null {
  if (groupId === null && coupon === null) return null;
  const isSame = groupId === before.groupId && coupon === before.coupon;
  return isSame && before.promoTs !== null ? before.promoTs : now;
}

/** Returns the state of a group (S33, SIGN-005). Null if the API does not respond. */
async function lookUpGroup(request: Request, context: AppLoadContext, groupId: string): Promise<'open' | 'closed' | 'unknown' | null> {
  const outcome = await attempt(() => publicCall(request, context, getGroup, { query: { group_id: groupId }, body: undefined }));
  if (outcome.kind === 'done') return outcome.value.allow_signup ? 'open' : 'closed';
  return outcome.kind === 'refused' ? 'unknown' : null;
}

/** Returns the offer of a coupon or group. Null without both, if the API does not respond, or if this browser chose another API (A32). */
async function describeOffer(request: Request, context: AppLoadContext, { coupon, groupId }: Pick<Landing, 'coupon' | 'groupId'>) {
  if ((coupon === null && groupId === null) || (await readEndpoint(request, context)) !== null) return null;
  try {
    return await context.env.INTERNAL.offer({ coupon, groupId, ip: context.ip, reference: context.reference });
  } catch (error) {
    console.warn(JSON.stringify({ level: 'warn', message: 'offers did not respond', cause: String(error) }));
    return null;
  }
}

/**
 * Creates an account with the visitor's offer: `create` sends these fields with POST /account (A84). Clears the offer afterwards. A refused
 * coupon is removed together with its group, so that the next attempt works (SIGN-036).
 * @throws what `create` throws
 */
export async function signUpFromLanding<Value>(
  request: Request,
  context: AppLoadContext,
  create: (offer: { group_id?: string; coupon?: string; gclid?: string }) => Promise<Value>,
): Promise<Value> {
  const landing = await readLanding(request, context, Date.now());
  const { groupId, coupon, gclid } = landing;
  try {
    const made = await create({
      ...(groupId === null ? {} : { group_id: groupId }),
      ...(coupon === null ? {} : { coupon }),
      ...(gclid === null ? {} : { gclid }),
    });
    await updateFlow(request, context, { landing: null });
    return made;
  } catch (error) {
    const isRefused = error instanceof Refusal && error.code === ERROR_CODES.couponInvalid;
    const left = dropCoupon(landing);
    if (isRefused) await updateFlow(request, context, { landing: { ...left, promoTs: toPromoTs(landing, left, Date.now()) } });
    throw error;
  }
}
