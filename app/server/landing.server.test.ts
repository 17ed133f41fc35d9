import { afterEach, describe, expect, test, vi } from 'vitest';
import type { InternalService } from '#app/context.ts';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import type { Landing } from '../domain/offer.ts';
import { ERROR_CODES, Refusal } from '../wire/errors.ts';
import { readFlow } from './flow.server.ts';
import { openLanding, readVisit, signUpFromLanding } from './landing.server.ts';

const GROUPS: Record<string, boolean> = { g1: true, g2: true, closed: false };
const header = { kind: 'percent', amount: 10 } as const;
const promo = { coupon: null, group: null, affiliate: null, endsAt: null };

/** A fake of our API with two open groups, a closed one, and the coupon C of g1. */
const internal: Partial<InternalService> = {
  call: async (request) => {
    const id = new URL(request.url).searchParams.get('group_id') ?? '';
    const allow = GROUPS[id];
    if (allow === undefined) return Response.json({ errors: { code: 433, message: 'no' } }, { status: 400 });
    return Response.json({ group_id: id, workflow: null, allow_signup: allow, scopes: [] });
  },
  offer: async ({ coupon, groupId }) => {
    if (coupon === 'C') return { coupon: 'usable', groupId: 'g1', header, promo };
    return { coupon: coupon === null ? null : 'unusable', groupId, header: null, promo };
  },
};

/** Visits these paths in order with one browser. Returns the stored landing and the result of the last page. */
async function visit(paths: Array<string>, service = internal) {
  let context = webContext({ internal: service });
  let result = null;
  for (const path of paths) {
    const request = requestWithCookies(context, `https://porchlight.example${path}`);
    const next = webContext({ internal: service });
    result = await openLanding(request, next, readVisit(request, new URL(request.url).pathname.split('/')[2]));
    if (next.responseCookies.length > 0) context = next;
  }
  return { context, result, landing: (await readFlow(requestWithCookies(context), webContext())).landing };
}

/** Adds the expected time if a coupon or group is set. */
function withTime(landing: Landing | null): Landing | null {
  const hasOffer = landing !== null && (landing.groupId !== null || landing.coupon !== null);
  return landing && { ...landing, promoTs: hasOffer ? expect.any(Number) : null };
}

const nothing = { groupId: null, isCouponGroup: false, coupon: null, gclid: null, promoTs: null };
const ofCoupon = { ...nothing, groupId: 'g1', isCouponGroup: true, coupon: 'C' };
describe('landing', () => {
  test.each([
    ['stores nothing without parameters (LAND-018 to LAND-020)', ['/signup'], null, null],
    ['stores a group (LAND-020)', ['/signup/g1'], { ...nothing, groupId: 'g1' }, null],
    ['sets the group of a coupon (SIGN-016, LAND-018)', ['/signup/g2', '/signup?coupon=C'], ofCoupon, null],
    ['clears the coupon for a new group (SIGN-017)', ['/signup?coupon=C', '/signup/g2'], { ...nothing, groupId: 'g2' }, null],
    ["prefers the coupon's group over the given one (A07)", ['/signup/g2?coupon=C'], ofCoupon, null],
    ['removes an invalid coupon but keeps the group (SIGN-036)', ['/signup/g2?coupon=X'], { ...nothing, groupId: 'g2' }, 'coupon'],
    ['ignores an unknown group (SIGN-006)', ['/signup/nope?gclid=G'], { ...nothing, gclid: 'G' }, null],
    ['reports a closed group (SIGN-007)', ['/signup/closed'], null, 'closed'],
    ['accepts a valid coupon with a closed group', ['/signup/closed?coupon=C'], ofCoupon, null],
    [
      'keeps gclid with a new group or coupon (LAND-019, SIGN-004)',
      ['/signup?gclid=G', '/signup/g1', '/signup?coupon=C'],
      { ...nothing, groupId: 'g1', coupon: 'C', gclid: 'G' },
      null,
    ],
    ['ignores blank values', ['/signup?coupon=%20&gclid='], null, null],
  ])('%s', async (_name, paths, landing, trouble) => {
    const seen = await visit(paths);
    expect(seen.landing).toEqual(withTime(landing));
    expect(seen.result).toMatchObject({ trouble });
  });

  test("writes no cookie without parameters, and returns a coupon's header", async () => {
    expect((await visit(['/signup'])).context.responseCookies).toEqual([]);
    expect((await visit(['/signup?coupon=C'])).result).toEqual({ header, trouble: null });
  });

  test('keeps unverified values while the service is down, so that the sign-up can check them', async () => {
    const silent: Partial<InternalService> = { offer: () => Promise.reject(new Error('down')) };
    const seen = await visit(['/signup/g1?coupon=X&gclid=G'], silent);
    expect(seen.landing).toEqual({ ...nothing, groupId: 'g1', coupon: 'X', gclid: 'G', promoTs: expect.any(Number) });
    expect(seen.result).toEqual({ header: null, trouble: null });
  });

  test("removes the previous coupon's group when a new coupon can't be checked (A07)", async () => {
    const { context } = await visit(['/signup?coupon=C']);
    const offer: InternalService['offer'] = async ({ groupId }) => ({
      coupon: null,
      groupId,
      header: groupId === null ? null : header,
      promo,
    });
    const request = requestWithCookies(context, 'https://porchlight.example/signup?coupon=D');
    const after = webContext({ internal: { ...internal, offer } });
    expect(await openLanding(request, after, readVisit(request, undefined))).toEqual({ header: null, trouble: null });
    expect((await readFlow(requestWithCookies(after), webContext())).landing).toEqual(withTime({ ...nothing, coupon: 'D' }));
  });

  test('removes a coupon that is no longer valid, with its group and header (SIGN-036)', async () => {
    const { context } = await visit(['/signup?coupon=C']);
    const over = { ...internal, offer: async () => ({ coupon: 'unusable' as const, groupId: 'g1', header, promo }) };
    const [request, after] = [requestWithCookies(context), webContext({ internal: over })];
    expect(await openLanding(request, after)).toEqual({ header: null, trouble: 'coupon' });
    expect((await readFlow(requestWithCookies(after), webContext())).landing).toBeNull();
  });

  test('sends the stored values with the sign-up and then clears them (SIGN-004)', async () => {
    const { context } = await visit(['/signup?coupon=C&gclid=G']);
    const after = webContext({ internal });
    const sent = await signUpFromLanding(requestWithCookies(context), after, async (offer) => offer);
    expect(sent).toEqual({ group_id: 'g1', coupon: 'C', gclid: 'G' });
    expect((await readFlow(requestWithCookies(after), webContext())).landing).toBeNull();
    expect(await signUpFromLanding(requestWithCookies(webContext()), webContext(), async (offer) => offer)).toEqual({});
  });

  test.each([
    [ERROR_CODES.couponInvalid, ['/signup?coupon=C'], nothing],
    [ERROR_CODES.couponInvalid, ['/signup/g1', '/signup?coupon=C'], { ...nothing, groupId: 'g1' }],
    [ERROR_CODES.duplicateEmail, ['/signup?coupon=C'], ofCoupon],
  ])('a sign-up refused with %i after %j keeps %j', async (code, paths, landing) => {
    const { context } = await visit(paths);
    const fail = () => Promise.reject(new Refusal(code, 400, 'no'));
    await expect(signUpFromLanding(requestWithCookies(context), context, fail)).rejects.toMatchObject({ code });
    expect((await readFlow(requestWithCookies(context), webContext())).landing).toEqual(withTime(landing));
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  test('sets promoTs when a coupon or group arrives, keeps it on later visits, and discards the offer after 30 days (LAND-021)', async () => {
    const DAY_MS = 24 * 60 * 60_000;
    let context = webContext({ internal });
    const visitAt = async (path: string, now: number) => {
      vi.setSystemTime(now);
      const request = requestWithCookies(context, `https://porchlight.example${path}`);
      const next = webContext({ internal });
      await openLanding(request, next, readVisit(request, new URL(request.url).pathname.split('/')[2]), now);
      if (next.responseCookies.length > 0) context = next;
      return (await readFlow(requestWithCookies(context), webContext())).landing;
    };
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(await visitAt('/signup?gclid=G', start)).toEqual({ ...nothing, gclid: 'G' });
    expect(await visitAt('/signup/g1', start + 1)).toMatchObject({ groupId: 'g1', promoTs: start + 1 });
    expect(await visitAt('/signup?gclid=H', start + 2)).toMatchObject({ gclid: 'H', promoTs: start + 1 });
    expect(await visitAt('/signup/g2', start + 3)).toMatchObject({ groupId: 'g2', promoTs: start + 3 });
    expect(await visitAt('/signup?gclid=I', start + 20 * DAY_MS)).toMatchObject({ groupId: 'g2', promoTs: start + 3 });
    expect(await visitAt('/signup', start + 3 + 30 * DAY_MS)).toEqual({ ...nothing, gclid: 'I' });
  });
});
