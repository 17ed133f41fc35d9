import { afterEach, describe, expect, test, vi } from 'vitest';
import { type PairingUnderWay, readFlow, readOwnFlow, updateFlow, updateOwnFlow } from '#app/server/flow.server';
import { takeToast } from '#app/server/toast.server';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { webParent } from '#tests/web-parent.ts';
import { loadPairPage } from './pair-page.server';
import { checkPairing, toPairingLink } from './pairing.server';

const pairing: PairingUnderWay = {
  pairId: 'p',
  pairChildName: 'Mia & Ben',
  childId: 'c',
  os: 'iOS',
  code: 'ABCD2345',
  codeExpiresAt: 0,
  expiresAt: 0,
};
const parent = webParent(
  () => {
    throw new Error('no call expected');
  },
  { email: 'p+q@example.com', deviceCount: 0, devicesBeside: 0 },
);
const { account } = parent;

const answering = (status: number, body: unknown) =>
  webContext({ internal: { call: async () => new Response(JSON.stringify(body), { status }) } });
const request = () => new Request('https://porchlight.example/pair');

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('pairing', () => {
  test.each([
    ['a paired device', 200, { device_paired: true }, 'paired'],
    ['no device yet', 200, { device_paired: false }, 'waiting'],
    ['a pairing that has ended', 200, { device_paired: false, is_over: true }, 'over'],
    ['a server error', 500, {}, 'waiting'],
    ['too many requests', 429, {}, 'waiting'],
    ['another refusal', 400, { errors: { code: 500, message: 'Missing email or pair_id' } }, 'waiting'],
    ['an invalid answer', 200, { device_paired: 'yes' }, 'waiting'],
  ])('checkPairing returns the state for %s (ERR-046)', async (_name, status, body, expected) => {
    expect(await checkPairing(request(), answering(status, body), parent, pairing)).toBe(expected);
  });

  test.each<[string, () => Promise<Response>]>([
    ['the API does not answer', () => new Promise(() => {})],
    ['the network fails', () => Promise.reject(new TypeError('no line'))],
  ])('checkPairing returns «waiting» if %s (PAIR-018)', async (_name, call) => {
    vi.useFakeTimers();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const checked = checkPairing(request(), webContext({ internal: { call } }), parent, pairing);
    await vi.advanceTimersByTimeAsync(8000);
    expect(await checked).toBe('waiting');
  });

  test('checkPairing sends email, pairing and token without a signature', async () => {
    const asked: Array<Request> = [];
    const context = webContext({
      internal: {
        call: async (call) => {
          asked.push(call);
          return Response.json({ device_paired: true });
        },
      },
    });
    await checkPairing(request(), context, parent, pairing);
    const [call] = asked;
    expect(Object.fromEntries(new URL(call?.url ?? '').searchParams)).toEqual({ email: 'p+q@example.com', pair_id: 'p', token: 'a.token' });
    expect(call?.headers.has('X-Signature')).toBe(false);
  });

  test('checkPairing logs out on an expired token and keeps child, pairing and page (PAIR-005, PAIR-006)', async () => {
    const before = webContext();
    await updateFlow(request(), before, { pairing });
    const context = answering(400, { errors: { code: 500, message: 'Invalid account token' } });
    const answer = await checkPairing(
      requestWithCookies(before, 'https://porchlight.example/pair/confirm'),
      context,
      parent,
      pairing,
    ).catch((thrown: unknown) => thrown);
    expect(answer).toRedirectTo('/login?reason=pair_token');
    expect(context.responseCookies.filter((cookie) => cookie.startsWith('__Host-session=;'))).toHaveLength(1);
    expect(await readFlow(requestWithCookies(context), webContext())).toMatchObject({
      pairing: { pairId: 'p', pairChildName: 'Mia & Ben' },
      redirect: '/pair/confirm',
    });
  });

  test('toPairingLink puts email, pairing, token and child into the link', () => {
    const url = new URL(toPairingLink(webContext(), parent, pairing));
    expect(url.origin + url.pathname).toBe('https://api.porchlight.example/pairing');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      email: 'p+q@example.com',
      pair_id: 'p',
      token: 'a.token',
      child_name: 'Mia & Ben',
    });
  });

  test('toPairingLink uses PAIRING_BASE if it is set (API-003)', () => {
    const context = webContext();
    context.env.PAIRING_BASE = 'https://pair.example/family/';
    expect(toPairingLink(context, parent, pairing)).toMatch(/^https:\/\/pair\.example\/family\/pairing\?email=/);
  });

  /** Loads the pairing page in a browser where an earlier visit stored `pairing` for `owner`. Returns the page or the redirect target. */
  async function visit(
    owner: string,
    answer: unknown,
    { account: own = account, path = '/pair', segment }: { account?: typeof account; path?: string; segment?: string | undefined } = {},
  ) {
    const before = webContext();
    await updateOwnFlow(request(), before, owner, { pairing, panel: 'restrictions', childId: 'c' });
    const context = answering(200, answer);
    const visited = requestWithCookies(before, `https://porchlight.example${path}`);
    const page = await loadPairPage(visited, context, { ...parent, account: own }, segment).catch((thrown: unknown) => thrown);
    return { page, context, to: page instanceof Response ? page.headers.get('Location') : null };
  }

  const WAITING = { device_paired: false };

  test("ignores another account's pairing in this browser and removes it on the next write (A74, RT-036)", async () => {
    expect((await visit('b', WAITING)).to).toBe('/connect');
    const before = webContext();
    await updateOwnFlow(request(), before, 'b', { pairing, panel: 'restrictions', childId: 'c' });
    const context = webContext();
    await updateOwnFlow(requestWithCookies(before), context, 'a', { panel: 'devices' });
    const after = { pairing: null, panel: 'devices', childId: null, planVisit: null };
    expect(await readOwnFlow(requestWithCookies(context), webContext(), 'a')).toEqual(after);
    expect(await readFlow(requestWithCookies(context), webContext())).toMatchObject(after);
  });

  test.each([
    [undefined, 'code'],
    ['confirm', 'confirm'],
    ['install', 'install'],
    ['done', '/pair/confirm'],
    ['code', '/pair'],
    ['unknown', '/pair'],
  ])('during a pairing, /pair with the page %s shows or redirects to %s (PAIR-004)', async (segment, expected) => {
    const { page, to } = await visit('a', WAITING, { segment });
    expect(to ?? Object(page).page).toBe(expected);
  });

  test('removes an ended pairing and redirects to /connect with a message', async () => {
    const { to, context } = await visit('a', { ...WAITING, is_over: true });
    expect(to).toBe('/connect');
    const next = requestWithCookies(context);
    await expect(context).toShowToast('toast.pairing_over', { name: 'Mia & Ben' });
    expect((await readOwnFlow(next, webContext(), 'a')).pairing).toBeNull();
  });

  /**
   * Opens /pair from a notification in a browser whose open pairing is `here`. Returns the redirect target, the code then stored, and the
   * message.
   */
  async function goOn(here: PairingUnderWay | null, renew: () => unknown, more: Partial<typeof account> = {}) {
    const before = webContext();
    await updateOwnFlow(request(), before, 'a', { pairing: here, panel: null, childId: null });
    const context = webContext();
    const asked = requestWithCookies(before, 'https://porchlight.example/pair?pairing=p&child=c');
    const reader = webParent(renew, { devicesBeside: 0, ...more, children: [{ id: 'c', name: 'Mia' }] as never });
    const answer = await loadPairPage(asked, context, reader, undefined).catch((thrown: unknown) => thrown);
    const next = requestWithCookies(context.responseCookies.length === 0 ? before : context);
    const toast = await takeToast(next, webContext());
    const { pairing: after } = await readOwnFlow(next, webContext(), 'a');
    return { to: answer instanceof Response ? answer.headers.get('Location') : null, code: after?.code, toast: toast?.text };
  }

  test('continues a pairing from its notification in any browser with a valid code (NOTI-035)', async () => {
    const wire = { pair_id: 'p', child_name: 'Mia', user_id: 'c', os: 'iOS', code: 'NEW22345', code_expires_ts: 1, expires_ts: 2 };
    const unasked = () => {
      throw new Error('no call expected');
    };
    const other = { ...pairing, pairId: 'other', codeExpiresAt: Date.now() + 60_000 };
    for (const here of [null, pairing, other])
      expect(await goOn(here, () => wire)).toEqual({ to: '/pair', code: 'NEW22345', toast: undefined });
    expect(await goOn({ ...other, pairId: 'p' }, unasked)).toEqual({ to: '/pair', code: 'ABCD2345', toast: undefined });
    const over = await goOn(pairing, () => {
      throw new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'Insufficient privileges');
    });
    expect(over).toEqual({ to: '/connect?child=c', code: undefined, toast: { key: 'toast.pairing_over', params: { name: 'Mia' } } });
  });

  test('redirects from a notification to the devices if the plan allows no more devices', async () => {
    const wire = { pair_id: 'p', child_name: 'Mia', user_id: 'c', os: 'iOS', code: 'NEW22345', code_expires_ts: 1, expires_ts: 2 };
    const limits = { ...account.entitlements.limits, devicesPerAccount: 1 };
    const full = { devicesBeside: 1, entitlements: { ...account.entitlements, limits } };
    const text = { key: 'toast.pairing_full', params: { name: 'Mia' } };
    const fresh = { ...pairing, codeExpiresAt: Date.now() + 60_000 };
    expect(await goOn(null, () => wire, full)).toMatchObject({ to: '/my-family', toast: text });
    expect(await goOn(fresh, () => wire, full)).toMatchObject({ to: '/my-family', toast: text });
    const over = await goOn(
      pairing,
      () => {
        throw new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'Insufficient privileges');
      },
      full,
    );
    expect(over).toEqual({ to: '/my-family', code: undefined, toast: { key: 'notices.gone', params: {} } });
  });

  test('shows the device limit on the waiting page if the plan allows no more devices', async () => {
    const { entitlements } = account;
    const full = {
      ...account,
      devicesBeside: 1,
      entitlements: { ...entitlements, limits: { ...entitlements.limits, devicesPerAccount: 1 } },
    };
    expect((await visit('a', WAITING)).page).toMatchObject({ page: 'code', full: null });
    expect((await visit('a', WAITING, { account: full })).page).toMatchObject({ full: { message: 'max_devices', limit: 1 } });
    expect((await visit('a', { device_paired: true }, { account: full })).to).toBe('/pair/done');
  });

  test('opens the other ways to pair only with `?ways=1`, and returns isDemonstration false by default', async () => {
    expect((await visit('a', WAITING)).page).toMatchObject({ hasWaysOpen: false, isDemonstration: false });
    expect((await visit('a', WAITING, { path: '/pair?ways=1' })).page).toMatchObject({ hasWaysOpen: true });
  });
});
