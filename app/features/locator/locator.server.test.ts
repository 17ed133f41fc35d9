import { describe, expect, test } from 'vitest';
import { TIER_LIMITS } from '#app/domain/plan';
import { addDays, localDate, startOfDay } from '#app/domain/time';
import type { Account } from '#app/server/account.server';
import { readOwnFlow, updateOwnFlow } from '#app/server/flow.server';
import { takeToast } from '#app/server/toast.server';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import type { GeofenceWire } from '#app/wire/location';
import { child } from '#tests/child-status.ts';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { DEVICE_WIRE, webParent } from '#tests/web-parent.ts';
import { answerLocate, loadChildPage, requireLocatedChild } from './child-page.server';
import { addSilence, boundsOf, chooseDate, downloadGpx, listHistoryDates, loadHistoryPage } from './history.server';
import { loadLocatorPage } from './locator-page.server';
import { toContent } from './place-form';
import { answerPlaceForm, loadPlacePage, type PlaceReply } from './place-page.server';

const ORIGIN = 'https://porchlight.example';
const ZONE = 'Europe/Berlin';
const children = [{ ...child({ id: 'mia', name: 'Mia', deviceIds: ['phone'] }), timeZone: ZONE, givenName: 'Mia' }];
const PREMIUM: Partial<Account> = { children, entitlements: { tier: 'premium', limits: TIER_LIMITS.premium } };
const WIRE: GeofenceWire = {
  id: 'p1',
  lat: 51.5,
  lon: -0.1,
  radius: 150,
  address: 'Mill Lane 4',
  name: 'School',
  icon: 'school',
  active: true,
  triggers: ['enter'],
  users: ['mia'],
  not_by: [],
  type: 'geofence',
  ts: 7,
};
const LAST_WIRE = {
  user_id: 'mia',
  device_id: 'phone',
  location_ts: Date.UTC(2026, 4, 14),
  location_data: { lat: 51, lng: -0.2, accuracy: 10, speed: null },
  isInactive: false,
  place: null,
  staying: false,
  received_ts: 0,
  plausible: null,
};
const CONTENT = toContent({ ...WIRE, icon: 'school', isActive: true, childIds: ['mia'], notBy: [] });

const FIELDS = {
  form_token: 't',
  id: 'p1',
  updated_at: '7',
  opened: CONTENT,
  name: 'Gym',
  icon: 'sports',
  address: 'Mill Lane 4',
  address_shown: 'Mill Lane 4',
  lat: '51.5',
  lon: '-0.1',
  radius: '120',
  unit: 'metric',
  child: 'mia',
  active: '1',
  enter: '1',
};

async function post(change: Record<string, string>, call: (body: Record<string, unknown>) => unknown) {
  const context = webContext();
  const request = new Request(`${ORIGIN}/locator/places/p1`, { method: 'POST', body: new URLSearchParams({ ...FIELDS, ...change }) });
  const answer = await answerPlaceForm(request, context, webParent(call, PREMIUM));
  const toast = await takeToast(requestWithCookies(context), webContext());
  const reply: PlaceReply | null = 'data' in answer ? answer.data : null;
  return {
    to: 'data' in answer ? null : answer.headers.get('Location'),
    reply,
    status: 'data' in answer ? answer.init?.status : answer.status,
    toast,
  };
}

const never = () => {
  throw new Error('called');
};

const refuse = (details: ConstructorParameters<typeof Refusal>[3]) => () => {
  throw new Refusal(ERROR_CODES.unknown, 400, 'no', details);
};

describe('answerPlaceForm', () => {
  test('saves a changed place under its ID and version (LOC-045)', async () => {
    const sent: Array<Record<string, unknown>> = [];
    const found = await post({ intent: 'place-save' }, (body) => {
      sent.push(body);
      return WIRE;
    });
    expect([found.to, found.toast?.text.key]).toEqual(['/locator?places', 'toast.saved']);
    expect(sent).toMatchObject([
      { id: 'p1', ts: 7, name: 'Gym', icon: 'sports', radius: 120, users: ['mia'], triggers: ['enter'], active: true },
    ]);
  });

  test('creates a place without ID and version (LOC-044)', async () => {
    const sent: Array<Record<string, unknown>> = [];
    await post({ intent: 'place-save', id: '', updated_at: '', opened: '' }, (body) => {
      sent.push(body);
      return WIRE;
    });
    expect(sent.map((body) => ['id' in body, 'ts' in body])).toEqual([[false, false]]);
  });

  test('shows the typed values with errors, and calls nothing, for an invalid form', async () => {
    const found = await post({ intent: 'place-save', name: '', radius: 'x' }, never);
    expect([found.status, found.reply?.faults]).toEqual([400, { name: 'error_strings.missing_name', radius: 'places.error_radius' }]);
  });

  test.each([
    ['NaN', '0', ['lat']],
    ['Infinity', '0', ['lat']],
    ['1e1', '0', ['lat']],
    ['91', '12', ['lat']],
    ['-90.1', '0', ['lat']],
    ['0', '180.5', ['lon']],
    ['', '0', ['lat']],
    ['0x10', '0', ['lat']],
    ['abc', 'x', ['lat', 'lon']],
    ['', '', ['address']],
    ['0', '0', ['lat', 'lon']],
    ['-0,0', '0.00', ['lat', 'lon']],
  ])('refuses the position %s, %s, with an error on %s (LOC-043)', async (lat, lon, fields) => {
    const found = await post({ intent: 'place-save', lat, lon }, never);
    expect([found.status, Object.keys(found.reply?.faults ?? {})]).toEqual([400, fields]);
    expect(found.reply?.values).toMatchObject({ lat: lat.replace(',', '.'), lon, name: 'Gym' });
  });

  test.each([
    ['90', '0'],
    ['-90', '180'],
    ['51.5', '-180'],
    ['0', '12.5'],
    ['51.5', '0'],
  ])('saves a place at %s, %s: the poles, the date line, the equator and the prime meridian', async (lat, lon) => {
    const sent: Array<Record<string, unknown>> = [];
    const found = await post({ intent: 'place-save', lat, lon }, (body) => {
      sent.push(body);
      return WIRE;
    });
    expect([found.to, sent[0]?.lat, sent[0]?.lon]).toEqual(['/locator?places', Number(lat), Number(lon)]);
  });

  test.each(['0', '-5', 'NaN', '', '1e400'])('refuses the radius «%s»', async (radius) => {
    expect((await post({ intent: 'place-save', radius }, never)).reply?.faults).toEqual({ radius: 'places.error_radius' });
  });

  test('leaves out foreign and removed children, and refuses a place without any', async () => {
    const foreign = await post({ intent: 'place-save', child: 'removed' }, never);
    expect(foreign.reply?.faults).toEqual({ child: 'error_strings.missing_child' });
    const sent: Array<Record<string, unknown>> = [];
    const rows = { 'nb-1-child': 'removed', 'nb-1-day': '1', 'nb-1-time': '08:30' };
    await post({ intent: 'place-save', ...rows }, (body) => {
      sent.push(body);
      return WIRE;
    });
    expect(sent).toMatchObject([{ users: ['mia'], not_by: [] }]);
  });

  test('offers the plans if a forged form is refused because location is not in the plan (LOC-038)', async () => {
    const context = webContext();
    const request = new Request(`${ORIGIN}/locator/places/new`, {
      method: 'POST',
      body: new URLSearchParams({ ...FIELDS, intent: 'place-save' }),
    });
    const parent = webParent(
      () => {
        throw new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'no');
      },
      { children },
    );
    const answer = await answerPlaceForm(request, context, parent);
    expect('data' in answer ? answer.data.notice : null).toMatchObject({ key: 'limits.not_in_plan', link: { to: '/subscription' } });
  });

  test.each(
    ['place-enter', 'place-save'].flatMap((intent) => [
      { intent, title: 'searches for a changed address', change: { address: 'Mill' }, expected: 'geocode' },
      { intent, title: 'saves with an unchanged address', change: {}, expected: 'save' },
      {
        intent,
        title: 'saves a chosen result',
        change: { address_shown: 'Mill', address: 'Mill', found: '1,2,Mill Lane 9' },
        expected: 'save',
      },
      {
        intent,
        title: 'searches for an address that was changed after the search',
        change: { address_shown: 'Mill', address: 'Mill Lane 5', found: '1,2,Mill Lane 9' },
        expected: 'geocode',
      },
    ]),
  )('$intent $title', async ({ intent, change, expected }) => {
    const bodies: Array<unknown> = [];
    const found = await post({ intent, address_shown: 'Mill Lane 4', ...change }, (body) => {
      bodies.push(body);
      return 'name' in body ? WIRE : [];
    });
    expect(found.to === '/locator?places' ? 'save' : found.reply?.found === null ? 'form' : 'geocode').toBe(expected);
    expect(bodies).toHaveLength(1);
  });

  test('Save with a changed address shows the results with all typed values, and a second Save stores the chosen one', async () => {
    const bodies: Array<Record<string, unknown>> = [];
    const answer = (body: Record<string, unknown>) => {
      bodies.push(body);
      return 'name' in body ? WIRE : [{ lat: 3, lon: 4, formatted_address: '12 Bellflower Street', area: '', attribution: null }];
    };
    const typed = { intent: 'place-save', address_shown: 'Mill Lane 4', spot_shown: '51.5,-0.1', address: '12 Bellflower Street' };
    const { reply, status } = await post(typed, answer);
    expect([status, reply?.notice?.key, reply?.found?.length]).toEqual([200, 'places.check_found', 1]);
    expect(reply?.values).toMatchObject({ name: 'Gym', radius: '120', address: '12 Bellflower Street', lat: '3', lon: '4' });
    const { addressShown = '', spotShown = '' } = reply?.values ?? {};
    const again = { ...typed, address_shown: addressShown, spot_shown: spotShown, lat: '3', lon: '4', found: '3,4,12 Bellflower Street' };
    expect((await post(again, answer)).to).toBe('/locator?places');
    expect(bodies.at(-1)).toMatchObject({ name: 'Gym', lat: 3, lon: 4, address: '12 Bellflower Street' });
  });

  test('says how long to wait after too many searches, with status 429', async () => {
    const found = await post({ intent: 'place-find', address: 'Mill' }, () => {
      throw new Refusal(ERROR_CODES.rateLimited, 403, 'no', { retryAfter: 42 });
    });
    expect([found.status, found.reply?.notice]).toEqual([429, { key: 'places.too_many', params: { count: 42 }, link: null }]);
    expect(found.reply?.values).toMatchObject({ name: 'Gym', address: 'Mill' });
  });

  test('a second Save stores an address that the search did not find', async () => {
    const answer = (body: Record<string, unknown>) => ('name' in body ? WIRE : []);
    const typed = { intent: 'place-save', address_shown: '', address: 'Grandma’s barn' };
    const { reply } = await post(typed, answer);
    expect(reply?.notice?.key).toBe('places.not_found');
    expect((await post({ ...typed, address_shown: reply?.values.addressShown ?? '' }, answer)).to).toBe('/locator?places');
  });

  test.each([
    ['no search', {}],
    ['a search', { address_shown: 'Mill', address: 'Mill', found: '51.5,-0.1,Mill Lane 9' }],
  ])('changed coordinates after %s replace the address with that of the new position', async (_title, change) => {
    const bodies: Array<Record<string, unknown>> = [];
    const fields = { intent: 'place-save', address_shown: 'Mill Lane 4', spot_shown: '51.5,-0.1', lat: '51,75', ...change };
    const { to } = await post(fields, (body) => {
      bodies.push(body);
      return 'name' in body ? WIRE : [{ lat: 51.75, lon: -0.1, formatted_address: 'Harbor Street', area: '', attribution: null }];
    });
    expect([to, bodies.at(-1)]).toMatchObject(['/locator?places', { lat: 51.75, lon: -0.1, address: 'Harbor Street' }]);
  });

  test('gives a place without an address the address of its position', async () => {
    const bodies: Array<Record<string, unknown>> = [];
    const { to } = await post({ intent: 'place-enter', address_shown: 'Mill Lane 4', address: '' }, (body) => {
      bodies.push(body);
      return 'name' in body ? WIRE : [{ lat: 51.5, lon: -0.1, formatted_address: 'Harbor Street', area: '', attribution: null }];
    });
    expect([to, bodies.at(-1)]).toMatchObject(['/locator?places', { name: 'Gym', address: 'Harbor Street' }]);
  });

  test('saves a place that was stored at 0, 0 under another name, but moves none there', async () => {
    const opened = toContent({ ...WIRE, lat: 0, lon: 0, icon: 'school', isActive: true, childIds: ['mia'], notBy: [] });
    const saved = await post({ intent: 'place-save', lat: '0', lon: '0', opened }, () => WIRE);
    const moved = await post({ intent: 'place-save', lat: '0', lon: '0' }, never);
    expect([saved.to, Object.keys(moved.reply?.faults ?? {})]).toEqual(['/locator?places', ['lat', 'lon']]);
  });

  test('keeps the typed values and takes the new version if another parent changed the place (S29)', async () => {
    const found = await post({ intent: 'place-save' }, refuse({ reason: 'stale', current: { ...WIRE, name: 'Academy', ts: 9 } }));
    expect([found.reply?.notice?.key, found.reply?.values.name, found.reply?.values.updatedAt]).toEqual([
      'error_strings.stale_kept',
      'Gym',
      '9',
    ]);
  });

  test('saves again if only the version of the place changed', async () => {
    const versions: Array<unknown> = [];
    const found = await post({ intent: 'place-save' }, (body) => {
      versions.push(body.ts);
      return body.ts === 7 ? refuse({ reason: 'stale', current: { ...WIRE, ts: 9 } })() : WIRE;
    });
    expect([versions, found.to]).toEqual([[7, 9], '/locator?places']);
  });

  test('names the limit of 20 places', async () => {
    const found = await post({ intent: 'place-save', id: '' }, refuse({ reason: 'full', limit: 20 }));
    expect(found.reply?.notice).toMatchObject({ key: 'places.full', params: { limit: 20 } });
  });

  test('deletes a place, and Undo creates it again with the same content (LOC-046)', async () => {
    const removed = await post({ intent: 'place-delete' }, (body) => ('ids' in body ? { objects_deleted: 1 } : [WIRE]));
    const undo = removed.toast?.undo;
    expect([removed.to, removed.toast?.text.key, undo?.intent]).toEqual(['/locator?places', 'toast.deleted', 'place-restore']);
    const sent: Array<Record<string, unknown>> = [];
    const restored = await post({ intent: 'place-restore', ...undo?.fields }, (body) => {
      sent.push(body);
      return WIRE;
    });
    const { id: _id, ts: _ts, type: _type, ...content } = WIRE;
    expect([restored.toast?.text.key, sent]).toEqual(['toast.undone', [{ ...content, restores: 'p1' }]]);
  });

  test('restores a deleted place with 40 rows of «not there by» and a long Chinese address', async () => {
    const not_by = Array.from({ length: 40 }, (_, index) => ({
      user_id: 'mia',
      weekdays: [0, index % 6 || 6].sort(),
      time: `${String(index % 24).padStart(2, '0')}:59`,
    }));
    const wire = { ...WIRE, not_by, address: '路'.repeat(256) };
    const removed = await post({ intent: 'place-delete' }, (body) => ('ids' in body ? { objects_deleted: 1 } : [wire]));
    const sent: Array<Record<string, unknown>> = [];
    await post({ intent: 'place-restore', ...removed.toast?.undo?.fields }, (body) => {
      sent.push(body);
      return WIRE;
    });
    const { id: _id, ts: _ts, type: _type, ...content } = wire;
    expect(sent).toEqual([{ ...content, restores: 'p1' }]);
    expect(new TextEncoder().encode(JSON.stringify(removed.toast)).length).toBeLessThan(2500);
  });

  test('adds and removes rows of «not there by» without saving', async () => {
    const added = await post({ intent: 'place-row-add' }, never);
    expect([added.status, added.reply?.values.notBy]).toEqual([
      200,
      [{ key: '1', childId: 'mia', weekdays: [1, 2, 3, 4, 5], time: '08:30' }],
    ]);
    const dropped = await post({ intent: 'place-row-drop-1', 'nb-1-child': 'mia', 'nb-1-day': '1', 'nb-1-time': '08:30' }, never);
    expect(dropped.reply?.values.notBy).toEqual([]);
  });
});

describe('place page', () => {
  const open = async (placeId: string, query = '', positions = [51, 52], places = [WIRE]) => {
    const answers: Record<string, unknown> = {
      '/geofences': places,
      '/user_location': positions.map((lat) => ({ ...LAST_WIRE, location_data: { ...LAST_WIRE.location_data, lat } })),
    };
    const api = { call: async ({ path }: { path: string }) => (answers[path] ?? []) as never };
    const request = new Request(`${ORIGIN}/locator/places/${placeId}${query}`);
    const page = await loadPlacePage(request, webContext(), { ...webParent(never, PREMIUM), api }, placeId);
    return page.surroundings.map(({ lat, lon }) => [lat, lon]);
  };

  test.each([
    [
      'a new place has the family’s places and positions around it',
      'new',
      '',
      undefined,
      undefined,
      [
        [51.5, -0.1],
        [51, -0.2],
        [52, -0.2],
      ],
    ],
    [
      'a new place with a position in its address has them, too',
      'new',
      '?lat=1&lon=2',
      undefined,
      [],
      [
        [51, -0.2],
        [52, -0.2],
      ],
    ],
    ['a new place of a family without any has none', 'new', '', [], [], []],
    ['a stored place has only itself', 'p1', '', undefined, undefined, [[51.5, -0.1]]],
  ])('%s', async (_title, id, query, positions, places, expected) => {
    expect(await open(id, query, positions, places)).toEqual(expected);
  });

  test('an unknown or foreign place leads to the list with a message that names no reason', async () => {
    const context = webContext();
    const api = { call: async () => [] as never };
    const request = new Request(`${ORIGIN}/locator/places/foreign`);
    const thrown = await loadPlacePage(request, context, { ...webParent(never, PREMIUM), api }, 'foreign').catch((error: unknown) => error);
    expect(thrown).toRedirectTo('/locator?places');
    await expect(context).toShowToast('toast.text', { text: 'This place doesn’t exist, or was deleted.' });
  });

  test('a position from the future is no part of the surroundings', async () => {
    const api = {
      call: async ({ path }: { path: string }) =>
        (path === '/user_location' ? [{ ...LAST_WIRE, location_ts: Date.now() + 3_600_000 }] : []) as never,
    };
    const request = new Request(`${ORIGIN}/locator/places/new`);
    expect((await loadPlacePage(request, webContext(), { ...webParent(never, PREMIUM), api }, 'new')).surroundings).toEqual([]);
  });
});

describe('child page', () => {
  test('redirects to /locator for a foreign or unknown child (A112)', async () => {
    const context = webContext();
    const thrown = await requireLocatedChild(
      context,
      webParent(() => null, PREMIUM),
      'foreign',
    ).catch((error: unknown) => error);
    expect(thrown instanceof Response && thrown.headers.get('Location')).toBe('/locator?all');
  });

  test.each(['unknown', 'bens'])('a device in the address that is not the child’s changes nothing else: %s (A16)', async (device) => {
    const answers: Record<string, unknown> = {
      '/device': [
        { ...DEVICE_WIRE, device_id: 'phone', users: ['mia'] },
        { ...DEVICE_WIRE, device_id: 'bens', users: ['ben'], display_name: 'Ben’s phone' },
      ],
      '/user_location': [LAST_WIRE, { ...LAST_WIRE, user_id: 'ben', device_id: 'bens' }],
      '/location_info': { user_location_active: true, devices: [], bursts: [] },
    };
    const api = { call: async ({ path }: { path: string }) => (answers[path] ?? []) as never };
    const load = async (query: string) =>
      loadChildPage(new Request(`${ORIGIN}/locator/mia${query}`), webContext(), { ...webParent(never, PREMIUM), api }, 'mia');
    const { now: _now, formToken: _token, isChosenGone, ...page } = await load(`?device=${device}`);
    const { now: _then, formToken: _other, ...plain } = await load('');
    expect([isChosenGone, { isChosenGone: false, ...page }]).toEqual([true, plain]);
    expect(JSON.stringify(page)).not.toContain('Ben’s');
  });

  test('«Locate now» sends a burst to the device and returns to it (LOC-052)', async () => {
    const sent: Array<unknown> = [];
    const body = new URLSearchParams({ intent: 'locate', form_token: 't', target: 'mia phone' });
    const request = new Request(`${ORIGIN}/locator/mia`, { method: 'POST', body });
    const parent = webParent((call) => {
      sent.push(call);
      return { command_ids: ['c'] };
    }, PREMIUM);
    const answer = await answerLocate(request, parent);
    expect(sent).toEqual([{ command: 'location_burst', user_id: 'mia', device_id: 'phone' }]);
    expect(answer instanceof Response && answer.headers.get('Location')).toBe('/locator/mia?device=phone');
  });

  test('«Stop» ends the request of the device, and shows the child’s page (A183)', async () => {
    const sent: Array<unknown> = [];
    const body = new URLSearchParams({ intent: 'locate-stop', form_token: 't', target: 'mia phone' });
    const answer = await answerLocate(
      new Request(`${ORIGIN}/locator/mia`, { method: 'POST', body }),
      webParent((asked) => {
        sent.push(asked);
        return { command_ids: [] };
      }, PREMIUM),
    );
    expect(sent).toEqual([{ command: 'location_stop', device_id: 'phone' }]);
    expect(answer instanceof Response && answer.headers.get('Location')).toBe('/locator/mia?device=phone');
  });

  const locate = async (targets: Array<string>, call: (body: Record<string, unknown>) => unknown) => {
    const body = new URLSearchParams([['intent', 'locate'], ['form_token', 't'], ...targets.map((target) => ['target', target])]);
    const answer = await answerLocate(
      new Request(`${ORIGIN}/locator?index`, { method: 'POST', body }),
      webParent(call, {
        ...PREMIUM,
        children: [...children, { ...child({ id: 'ben', name: 'Ben', deviceIds: ['tab'] }), givenName: 'Ben' }],
      }),
    );
    return 'data' in answer ? answer.data.notice?.key : answer.headers.get('Location');
  };

  test('«Locate now» for everyone asks each device, and one that accepts is enough', async () => {
    const asked: Array<unknown> = [];
    const to = await locate(['mia phone', 'ben tab'], ({ device_id }) => {
      asked.push(device_id);
      if (device_id === 'phone') throw new Refusal(ERROR_CODES.unknown, 400, 'no');
      return { command_ids: ['c'] };
    });
    expect([to, asked]).toEqual(['/locator?all&asked', ['phone', 'tab']]);
  });

  test.each([[['foreign phone']], [['mia']], [['mia phone extra']], [['']], [[]]])(
    'refuses to locate %j, and calls nothing',
    async (targets) => {
      expect(await locate(targets, never)).toBe('error_strings.unknown');
    },
  );
});

describe('family page', () => {
  // The API gives no positions, places and devices.
  const parent = () => webParent(() => [], PREMIUM);
  const open = async (query: string, childId: string | null = 'mia') => {
    const before = webContext();
    await updateOwnFlow(new Request(ORIGIN), before, 'a', { childId });
    const context = webContext();
    const request = requestWithCookies(before, `${ORIGIN}/locator${query}`);
    const page = await loadLocatorPage(request, context, parent()).catch((error: unknown) => error);
    const kept = (await readOwnFlow(requestWithCookies(context.responseCookies.length > 0 ? context : before), webContext(), 'a')).childId;
    return [page instanceof Response ? page.headers.get('Location') : 'page', kept];
  };

  test.each([
    ['', '/locator/mia', 'mia'],
    ['?all', 'page', null],
    ['?places', 'page', 'mia'],
    ['?picked=1&show=mia', 'page', 'mia'],
  ])('/locator%s with a chosen child: %s, and the chosen child is then %s (A111)', async (query, page, kept) => {
    expect(await open(query)).toEqual([page, kept]);
  });

  test('/locator redirects to the chosen child, and without one stays on the page of everyone (AUTH-021, AUTH-022)', async () => {
    expect(await open('')).toEqual(['/locator/mia', 'mia']);
    expect(await open('', null)).toEqual(['page', null]);
    expect(await open('', 'removed')).toEqual(['page', 'removed']);
  });

  test('calls nothing that a plan without location refuses (LOC-038)', async () => {
    const bodies: Array<unknown> = [];
    const page = await loadLocatorPage(
      new Request(`${ORIGIN}/locator?all`),
      webContext(),
      webParent(
        (body) => {
          bodies.push(body);
          return [];
        },
        { children },
      ),
    );
    // Statuses and devices.
    expect([page.isIncluded, bodies.length]).toEqual([false, 2]);
  });
});

describe('history dates', () => {
  test.each([
    ['premium', 3, ['2026-05-14', '2026-05-13', '2026-05-12', '2026-05-11'], 3],
    ['premium_plus', 14, null, 0],
  ] as const)('%s opens %d days back and locks the rest of the week', (_tier, days, open, locked) => {
    const dates = listHistoryDates('2026-05-14', days);
    if (open !== null) expect(dates.filter(({ isLocked }) => !isLocked).map(({ date }) => date)).toEqual(open);
    expect([dates.filter(({ isLocked }) => isLocked).length, dates.filter(({ isThisWeek }) => isThisWeek).length]).toEqual([locked, 7]);
  });

  test.each([
    [null, { kind: 'open', date: '2026-05-14' }],
    ['2026-05-11', { kind: 'open', date: '2026-05-11' }],
    ['2026-05-10', { kind: 'locked' }],
    ['2020-01-01', { kind: 'locked' }],
    ['2026-05-15', { kind: 'invalid' }],
    ['2026-02-30', { kind: 'invalid' }],
    ['', { kind: 'invalid' }],
    ['0', { kind: 'invalid' }],
  ])('chooses the day for ?date=%s', (requested, choice) => {
    expect(chooseDate(requested, listHistoryDates('2026-05-14', 3), '2026-05-14')).toEqual(choice);
  });

  type History = { staying?: boolean; change?: Partial<Account>; points?: Array<object> };

  /** Opens the history of Mia. Her phone has one last position, during a stay that is unbroken if `staying`. `points`: those of the day. */
  async function openHistory(query: string, { staying = false, change = PREMIUM, points = [] }: History = {}) {
    const context = webContext();
    const answers: Record<string, unknown> = {
      '/device': [{ ...DEVICE_WIRE, device_id: 'phone', users: ['mia'] }],
      '/user_location': [{ ...LAST_WIRE, place: 'p1', staying }],
      '/location_history': { user_id: 'mia', date: localDate(Date.now(), ZONE), path: [], points, events: [] },
      '/geofences': [WIRE],
    };
    const api = { call: async ({ path }: { path: string }) => (answers[path] ?? []) as never };
    const request = new Request(`${ORIGIN}/locator/mia/history${query}`);
    const page = await loadHistoryPage(request, context, { ...webParent(never, change), api }, 'mia').catch((error: unknown) => error);
    return { page, context };
  }

  test('a locked day leads to today and says how many days the plan keeps', async () => {
    const { page, context } = await openHistory('?date=2020-01-01&device=phone');
    expect(page).toRedirectTo('/locator/mia/history');
    await expect(context).toShowToast('toast.text', { text: 'Your plan keeps 3 days of history.' });
  });

  test.each(['?date=x', '?date=', '?date=2999-01-01'])('%s leads to today without a message', async (query) => {
    const { page, context } = await openHistory(query);
    expect(page).toRedirectTo('/locator/mia/history');
    await expect(context).toShowToast(null);
  });

  test('shows what a plan without location misses, whatever the date', async () => {
    expect((await openHistory('?date=2020-01-01', { change: { children } })).page).toMatchObject({ isIncluded: false });
  });

  test.each([
    ['continues', true, 'p1'],
    ['ended', false, null],
  ])('knows the place of a stay that %s (A158)', async (_title, staying, stayingAt) => {
    expect((await openHistory('', { staying })).page).toMatchObject({ stayingAt });
  });

  test.each([
    ['an exact position at a place', 51.5, 10, { placeId: 'p1', isRough: false }],
    ['an exact position elsewhere', 52, 10, { placeId: null, isRough: false }],
    ['a rough position at a place, which it never names', 51.5, 101, { placeId: null, isRough: true }],
  ])('a day with only one position shows %s', async (_title, lat, accuracy, lone) => {
    const at = Date.now();
    const points = [{ device_id: 'phone', location_ts: at, lat, lng: -0.1, accuracy, speed: null }];
    expect((await openHistory('', { points })).page).toMatchObject({ parts: [], count: 1, lone: { at, lat, ...lone } });
  });

  test('a day without positions shows none, and ignores a device that is not the child’s', async () => {
    const unknown = (await openHistory('?device=unknown')).page;
    expect(unknown).toMatchObject({ parts: [], lone: null, device: 'phone', devices: [{ id: 'phone' }] });
    expect(JSON.stringify(unknown)).not.toContain('unknown');
  });

  test.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
    ['2026-05-14', 24],
  ])('%s has %d hours in Berlin', (date, hours) => {
    const { from, end } = boundsOf(date, 'Europe/Berlin', Number.MAX_SAFE_INTEGER);
    expect((end - from) / 3_600_000).toBe(hours);
  });

  describe('addSilence', () => {
    const HOUR = 3_600_000;
    const stay = { kind: 'stay' as const, from: 8 * HOUR, until: 12 * HOUR, center: { lat: 1, lon: 1 }, placeId: null };
    const gap = { kind: 'gap' as const, from: 12 * HOUR, until: 14 * HOUR };
    const day = { from: 0, until: 24 * HOUR };
    const off = (hours: number) => ({ type: 'location_off' as const, at: hours * HOUR });
    const on = (hours: number) => ({ type: 'location_on' as const, at: hours * HOUR });
    const shown = (...given: Parameters<typeof addSilence>) =>
      addSilence(...given).map(({ kind, from, until, reason }) => [kind, from / HOUR, until / HOUR, reason]);

    test.each([
      [
        'a gap has the reason that was reported',
        [stay, gap],
        [off(12), on(14)],
        [
          ['stay', 8, 12, null],
          ['gap', 12, 14, 'location_off'],
        ],
      ],
      [
        'a gap may have none',
        [stay, gap],
        [],
        [
          ['stay', 8, 12, null],
          ['gap', 12, 14, null],
        ],
      ],
      [
        'silence after the last part is a gap with a reason',
        [stay],
        [off(12)],
        [
          ['stay', 8, 12, null],
          ['gap', 12, 24, 'location_off'],
        ],
      ],
      [
        'silence before the first part is one too',
        [stay],
        [off(-5), on(8)],
        [
          ['gap', 0, 8, 'location_off'],
          ['stay', 8, 12, null],
        ],
      ],
      ['silence without a reason is no part', [stay], [], [['stay', 8, 12, null]]],
      ['a day without positions may have a reason', [], [off(-5)], [['gap', 0, 24, 'location_off']]],
      ['or none', [], [], []],
    ])('%s (A182)', (_title, parts, events, expected) => {
      expect(shown(parts, day, events)).toEqual(expected);
    });
  });

  /** Downloads a past day of Mia's. Her phone reported at both of its midnights. */
  async function download(query: string) {
    const today = localDate(Date.now(), ZONE);
    const from = startOfDay(addDays(today, -1), ZONE);
    const point = (device_id: string, hours: number) => ({
      device_id,
      location_ts: from + hours * 3_600_000,
      lat: 51,
      lng: hours,
      accuracy: 5,
      speed: null,
    });
    const path = [[point('phone', 0), point('phone', 0.2), point('phone', 24)], [point('tablet', 0.1)]];
    // A stray, which the path leaves out.
    const points = [...path.flat(), point('phone', 0.15)];
    const answers: Record<string, unknown> = {
      '/location_history': { user_id: 'mia', date: addDays(today, -1), path, points, events: [] },
      '/device': [{ ...DEVICE_WIRE, device_id: 'phone', users: ['mia'] }],
    };
    const api = { call: async ({ path: url }: { path: string }) => answers[url] as never };
    const request = new Request(`${ORIGIN}/locator/mia/history.gpx?date=${addDays(today, -1)}${query}`);
    return downloadGpx(request, webContext(), { ...webParent(never, PREMIUM), api }, 'mia').catch((thrown: unknown) => thrown);
  }

  test('a GPX file has the points of the path: the midnight that begins the day, not the one that ends it, and no stray', async () => {
    const file = await download('&device=phone');
    const text = file instanceof Response ? await file.text() : '';
    expect(text.match(/lon="[^"]*"/g)).toEqual(['lon="0"', 'lon="0.2"']);
  });

  test.each([
    ['&device=phone', 200],
    ['&device=other', 404],
    ['&device=', 404],
    ['', 200],
  ])('the GPX file of «%s» has status %d', async (query, status) => {
    const file = await download(query);
    expect(file instanceof Response && file.status).toBe(status);
  });

  test('refuses a GPX file of a locked day', async () => {
    const request = new Request(`${ORIGIN}/locator/mia/history.gpx?date=2020-01-01`);
    const thrown = await downloadGpx(
      request,
      webContext(),
      webParent(() => null, PREMIUM),
      'mia',
    ).catch((error: unknown) => error);
    expect(thrown instanceof Response && thrown.status).toBe(404);
  });
});
