import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { createAccount } from '#app/wire/account';
import { listCoupons } from '#app/wire/offers';
import en from '#locales/visitors/en.json';
import { type Answer, API, Parent, post, read, signUpBody, uniqueEmail } from '#tests/clients/parent';
import { bindings, familyOf, internal, newNetwork, readRows, send, stopClock } from '#tests/clients/worker';

const DAY = 86_400_000;

/** Creates a coupon and returns its code. */
async function addCoupon(change: { workflow?: string; groupId?: string; endsAt?: number; availableSecs?: number } = {}): Promise<string> {
  const id = crypto.randomUUID();
  const code = `T-${id.toUpperCase()}`;
  const { workflow = null, groupId = 'family-friends', endsAt = null, availableSecs = 3600 } = change;
  const columns = 'coupon_group_id, group_id, workflow, scopes_json, available_secs, ends_at, percent_off, header';
  await bindings.CATALOGUE.batch([
    bindings.CATALOGUE.prepare(`INSERT INTO coupon (${columns}) VALUES (?, ?, ?, '["stripe_coupon"]', ?, ?, 10, 'percent')`).bind(
      id,
      groupId,
      workflow,
      availableSecs,
      endsAt,
    ),
    bindings.CATALOGUE.prepare('INSERT INTO coupon_code (code, coupon_group_id) VALUES (?, ?)').bind(code, id),
  ]);
  return code;
}

function signUp(offer: { coupon?: string; group_id?: string; gclid?: string }, email = uniqueEmail()): Promise<Answer> {
  return send(post('/account', { ...signUpBody(email), ...offer })).then(read);
}

function parentOf(answer: Answer): Parent {
  return new Parent(send, createAccount.output.parse(answer.body));
}

function groupDetails(query: string): Promise<Answer> {
  return send(new Request(`${API}/group_details${query}`)).then(read);
}

const NOT_VALID = { status: 400, body: { errors: { code: 433 } } };

describe('offers', () => {
  test('returns known groups from GET /group_details without a signature (S33, SIGN-005, SIGN-032 to SIGN-035)', async () => {
    expect(await groupDetails('?group_id=family-friends')).toEqual({
      status: 200,
      body: { group_id: 'family-friends', workflow: 'affiliate_promo', allow_signup: true, scopes: ['extended_trial'] },
    });
    expect(await groupDetails('?group_id=school-2025')).toMatchObject({ body: { allow_signup: false } });
    for (const id of ['nope', 'FAMILY-FRIENDS', '%00', "'%20OR%20''%3D'"])
      expect(await groupDetails(`?group_id=${id}`), id).toMatchObject(NOT_VALID);
    expect(await groupDetails('')).toMatchObject({ status: 400, body: { errors: { code: 500 } } });
  });

  test('stores a coupon with its group, a group without a coupon, and gclid (SIGN-018 to SIGN-023, SIGN-026)', async () => {
    const before = Date.now();
    const answer = await signUp({ coupon: ' annual25 ', group_id: 'newsletter', gclid: 'G' });
    const parent = parentOf(answer);
    expect(answer).toMatchObject({ status: 200, body: [{ group_id: 'family-friends' }, {}] });
    expect(await readRows(parent.accountId, 'SELECT group_id, gclid FROM account')).toEqual([{ group_id: 'family-friends', gclid: 'G' }]);
    const [coupon, ...others] = await parent.call(listCoupons, { query: { query_type: 'account' } });
    expect(others).toEqual([]);
    expect(coupon).toMatchObject({
      coupon: 'ANNUAL25',
      group_id: 'family-friends',
      coupon_group_id: 'annual-25',
      coupon_benefits: {
        limit_skus: ['premium_annual', 'premium_plus_annual'],
        limit_groups: ['family-friends'],
        sku_benefits: ['premium_annual', 'premium_plus_annual'],
        stripe_percent_off: 25,
        trial_secs: 0,
      },
      available_secs: 30 * 86_400,
      redeemed_ts: null,
      workflow: 'affiliate_promo',
      discount_header: '25% off annual plans.',
      scopes: ['stripe_coupon'],
    });
    expect(coupon?.applied_ts).toBeGreaterThanOrEqual(before);
    const joined = await signUp({ group_id: 'family-friends' });
    expect(joined).toMatchObject({ body: [{ group_id: 'family-friends' }, {}] });
    expect(await parentOf(joined).call(listCoupons, { query: { query_type: 'account' } })).toEqual([]);
  });

  test('stores an extended trial without changing the plan (SIGN-024)', async () => {
    const parent = parentOf(await signUp({ coupon: 'LONGTRIAL' }));
    expect(await readRows(parent.accountId, 'SELECT sku FROM sku')).toEqual([{ sku: 'free' }]);
    const [coupon] = await parent.call(listCoupons, { query: { query_type: 'account' } });
    expect(coupon).toMatchObject({ scopes: ['extended_trial'], coupon_benefits: { trial_secs: 60 * 86_400 } });
  });

  test.each(['nope', 'school-2025', ''])('ignores the group «%s» at sign-up (SIGN-006, SIGN-007)', async (group_id) => {
    const answer = await signUp({ group_id, gclid: 'G' });
    expect(answer).toMatchObject({ status: 200, body: [{ group_id: null }, {}] });
  });

  test('returns code 433 for an unknown, ended, empty or closed-group coupon, and leaves the address free (ERR-007)', async () => {
    const codes = [
      'NOPE',
      'AUTUMN2025',
      await addCoupon({ endsAt: Date.now() }),
      await addCoupon({ availableSecs: 0 }),
      await addCoupon({ groupId: 'school-2025' }),
    ];
    for (const coupon of codes) {
      const email = uniqueEmail();
      expect(await signUp({ coupon, group_id: 'family-friends' }, email), coupon).toMatchObject(NOT_VALID);
      expect((await read(await send(post('/login', signUpBody(email))))).body, coupon).toMatchObject({ errors: { code: 300 } });
      expect((await signUp({}, email)).status, coupon).toBe(200);
    }
    expect((await signUp({ coupon: ' ' })).status).toBe(200);
  });

  test('keeps one coupon after a repeated sign-up, even with another coupon', async () => {
    const email = uniqueEmail();
    const code = await addCoupon({ workflow: 'affiliate_1tc_promo' });
    const first = parentOf(await signUp({ coupon: code }, email));
    const again = parentOf(await signUp({ coupon: code }, email));
    expect(again.accountId).toBe(first.accountId);
    parentOf(await signUp({ coupon: 'LONGTRIAL' }, email));
    const coupons = await first.call(listCoupons, { query: { query_type: 'account' } });
    expect(coupons.map(({ coupon }) => coupon)).toEqual([code]);
  });

  test('lists usable and redeemed coupons (SIGN-025, SIGN-045)', async () => {
    const parent = parentOf(await signUp({ coupon: await addCoupon({ availableSecs: 86_400 }) }));
    const list = async (query_type: string) => (await parent.call(listCoupons, { query: { query_type } })).length;
    expect([await list('account'), await list('redeemed')]).toEqual([1, 0]);
    const [coupon] = await parent.call(listCoupons, { query: { query_type: 'account' } });
    const appliedAt = coupon?.applied_ts ?? 0;
    await stopClock(appliedAt + DAY - 1, parent);
    expect(await list('account')).toBe(1);
    await stopClock(appliedAt + DAY, parent);
    expect(await list('account')).toBe(0);
    await runInDurableObject(familyOf(parent.accountId), (_family, state) => {
      state.storage.sql.exec('UPDATE coupon SET redeemed_at = ?', appliedAt + 1);
    });
    expect(await parent.call(listCoupons, { query: { query_type: 'redeemed' } })).toMatchObject([{ redeemed_ts: appliedAt + 1 }]);
    await stopClock(appliedAt + 2, parent);
    expect(await list('account')).toBe(0);
  });

  test('requires a signature and a valid query_type for GET /coupon_details (S32)', async () => {
    const parent = await Parent.signUp(send);
    expect((await send(new Request(`${API}/coupon_details?query_type=account`))).status).toBe(401);
    for (const query of ['', '?query_type=', '?query_type=all'])
      expect((await parent.raw('GET', `/coupon_details${query}`)).status, query).toBe(400);
    expect(await parent.raw('GET', '/coupon_details?query_type=redeemed')).toEqual({ status: 200, body: [] });
  });

  function offer(visit: { coupon?: string; groupId?: string }, ip = newNetwork()) {
    return internal.offer({ coupon: visit.coupon ?? null, groupId: visit.groupId ?? null, ip });
  }

  test('offers a coupon rather than the group, and nothing for an unusable coupon or group', async () => {
    const friends = { groupId: 'family-friends', header: { kind: 'trial', amount: 30 } };
    const annual = { kind: 'annual_percent', amount: 25 };
    const nothing = { coupon: null, group: null, affiliate: null, endsAt: null };
    const group = { percentOff: 0, trialSecs: 30 * 86_400, limitSkus: [] };
    expect(await offer({})).toEqual({ coupon: null, groupId: null, header: null, promo: nothing });
    expect(await offer({ groupId: 'family-friends' })).toEqual({ coupon: null, ...friends, promo: { ...nothing, group } });
    for (const groupId of ['nope', 'school-2025'])
      expect(await offer({ groupId })).toEqual({ coupon: null, groupId: null, header: null, promo: nothing });
    expect(await offer({ groupId: 'newsletter' })).toEqual({ coupon: null, groupId: 'newsletter', header: null, promo: nothing });
    const coupon = { percentOff: 25, trialSecs: 0, limitSkus: ['premium_annual', 'premium_plus_annual'] };
    const promo = { coupon, group, affiliate: { partner: null }, endsAt: null };
    expect(await offer({ coupon: 'annual25' })).toEqual({ coupon: 'usable', groupId: 'family-friends', header: annual, promo });
    expect(await offer({ coupon: 'ANNUAL25', groupId: 'newsletter' })).toMatchObject({ groupId: 'family-friends', header: annual });
    expect(await offer({ coupon: 'NOPE', groupId: 'family-friends' })).toEqual({
      coupon: 'unusable',
      ...friends,
      promo: { ...nothing, group },
    });
    expect(await offer({ coupon: 'AUTUMN2025' })).toMatchObject({ coupon: 'unusable', header: null });
  });

  test('reveals nothing about coupons after sixty wrong codes from one address, without counting correct codes', async () => {
    for (let tried = 0; tried < 70; tried++) expect((await offer({ coupon: 'ANNUAL25' }, '203.0.113.60')).coupon).toBe('usable');
    for (let tried = 0; tried < 60; tried++) expect((await offer({ coupon: `NOPE${tried}` }, '203.0.113.61')).coupon).toBe('unusable');
    expect((await offer({ coupon: 'ANNUAL25' }, '203.0.113.61')).coupon).toBe(null);
  });

  test('shows the partner that the operator entered to visitors with a coupon of that group only (SIGN-041, A178)', async () => {
    const partner = {
      name: 'Kind Home',
      testimonials: [{ quote: 'It says why.', name: 'Dana', about: 'Portland', language: 'en' as const }],
    };
    expect(await internal.setPartner('annual-25', { ...partner, name: ' Kind Home ' })).toEqual({ stored: true });
    expect((await offer({ coupon: 'ANNUAL25' })).promo.affiliate).toEqual({ partner });
    expect(await internal.affiliate('annual25')).toEqual({ partner });
    expect((await offer({ groupId: 'family-friends' })).promo.affiliate).toBeNull();
    expect([(await offer({ coupon: 'LONGTRIAL' })).promo.affiliate, await internal.affiliate('LONGTRIAL')]).toEqual([null, null]);
    expect(await internal.affiliate('NOPE')).toBeNull();
    expect(await internal.setPartner('nobody', partner)).toEqual({ stored: false, reason: 'No coupon group nobody' });
    expect(await internal.setPartner('annual-25', { name: 'Kind Home' })).toMatchObject({ stored: false });
    expect(await internal.partner('annual-25')).toEqual(partner);
    expect(await internal.setPartner('annual-25', null)).toEqual({ stored: true });
    expect((await offer({ coupon: 'ANNUAL25' })).promo.affiliate).toEqual({ partner: null });
  });

  test('uses the same English header for each coupon in the catalog and on the page', async () => {
    const { results } = await bindings.CATALOGUE.prepare(
      "SELECT header, percent_off, trial_secs, discount_header FROM coupon WHERE discount_header != ''",
    ).all<{ header: 'trial' | 'percent' | 'annual_percent'; percent_off: number; trial_secs: number; discount_header: string }>();
    expect(results.length).toBeGreaterThan(3);
    for (const { header, percent_off, trial_secs, discount_header } of results) {
      const amount = header === 'trial' ? trial_secs / 86_400 : percent_off;
      expect(en.offer[header].replace('{{amount}}', String(amount))).toBe(discount_header);
    }
  });

  test('refuses a code without an existing coupon and a code in lower case', async () => {
    const insert = (code: string, id: string) =>
      bindings.CATALOGUE.prepare('INSERT INTO coupon_code (code, coupon_group_id) VALUES (?, ?)').bind(code, id).run();
    await expect(insert('GOODCODE', 'nobody')).rejects.toThrow(/FOREIGN KEY/);
    await expect(insert('lower', 'annual-25')).rejects.toThrow(/CHECK/);
  });
});
