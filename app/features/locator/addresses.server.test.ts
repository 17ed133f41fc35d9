import { describe, expect, test } from 'vitest';
import type { Api } from '#app/server/api.server';
import { requireParent } from '#app/server/guards.server';
import { writeSession } from '#app/server/session.server';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { ACCOUNT_WIRE } from '#tests/web-parent.ts';
import { makeSession } from '#tests/web-session.ts';
import { listAddresses } from './addresses.server';

/** Returns an API that answers each lookup with the point as its address, and the lists of points that it was asked for. */
function lookup() {
  const asked: Array<string> = [];
  const call = async (_endpoint: unknown, { query: { latlons = '' } }: { query: { latlons?: string } }) => {
    asked.push(latlons);
    return latlons.split(';').map((text) => ({ lat: 0, lon: 0, formatted_address: `At ${text}`, area: '', attribution: null }));
  };
  return { asked, api: { call } as unknown as Api };
}

describe('listAddresses', () => {
  test('asks for each point once, and returns the address of every point in order (LOC-062)', async () => {
    const { asked, api } = lookup();
    const found = await listAddresses(
      api,
      [
        { lat: 1, lon: 2 },
        { lat: 3, lon: 4 },
        { lat: 1, lon: 2.0000001 },
      ],
      'en',
    );
    expect(asked).toEqual(['1.000000,2.000000;3.000000,4.000000']);
    expect(found.map(({ address }) => address)).toEqual(['At 1.000000,2.000000', 'At 3.000000,4.000000', 'At 1.000000,2.000000']);
  });

  test('asks for 100 different points, and returns no address for the others', async () => {
    const { asked, api } = lookup();
    const points = Array.from({ length: 202 }, (_, index) => ({ lat: Math.floor(index / 2), lon: 0 }));
    const found = await listAddresses(api, points, 'en');
    expect(asked[0]?.split(';')).toHaveLength(100);
    expect([found[199]?.address, found[200]?.address]).toEqual(['At 99.000000,0.000000', '']);
  });

  test('returns no addresses if the lookup is refused', async () => {
    const call = async () => {
      throw new Refusal(ERROR_CODES.unknown, 400, 'no');
    };
    expect(await listAddresses({ call } as unknown as Api, [{ lat: 1, lon: 2 }], 'en')).toEqual([{ address: '', area: '', credit: null }]);
  });

  test.each([403, 400])('returns no addresses in a loader if the lookup is refused with status %i', async (status) => {
    const context = webContext({
      api: async ({ url }) =>
        url.includes('/location_lookup')
          ? Response.json({ errors: { code: ERROR_CODES.rateLimited, message: 'no' } }, { status })
          : Response.json(ACCOUNT_WIRE),
    });
    await writeSession(context, makeSession());
    const { api } = await requireParent(requestWithCookies(context, 'https://porchlight.example/locator'), context);
    expect(await listAddresses(api, [{ lat: 1, lon: 2 }], 'en')).toEqual([{ address: '', area: '', credit: null }]);
  });
});
