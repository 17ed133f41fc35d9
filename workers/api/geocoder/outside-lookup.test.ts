import { runInDurableObject } from 'cloudflare:test';
import { afterEach, describe, expect, test } from 'vitest';
import type { Coordinates } from '#app/domain/position';
import { bindings } from '#tests/clients/worker';
import { closeGeocoder, type FakeGeocoder, nominatimHouse, photonHouse, playGeocoder } from '#tests/fakes/geocoder';
import { locate } from '../directory/names';
import type { ApiEnv } from '../env';
import { lookUp } from './answer-lookup';

const BERLIN = { lat: 52.52, lon: 13.405 };
const NOW = 1_795_262_400_000;
const CREDIT = '© OpenStreetMap contributors';

afterEach(closeGeocoder);

function envFor(service: FakeGeocoder | null, GEOCODER: string, more: Partial<ApiEnv> = {}): ApiEnv {
  return { ...(bindings as unknown as ApiEnv), GEOCODER, ...(service === null ? {} : { GEOCODER_URL: service.url }), ...more };
}

/** Returns the texts of these positions, after all requests that follow the response. */
async function addressesOf(env: ApiEnv, points: Array<Coordinates>, now = NOW): Promise<Array<string>> {
  const work: Array<Promise<unknown>> = [];
  const permitted = { lookup: { kind: 'addresses', points }, language: 'en', country: 'DE' } as const;
  const found = await lookUp(env, permitted, now, (more) => void work.push(more));
  await Promise.all(work);
  return found.map(({ formatted_address }) => formatted_address);
}

/** Returns when the directory last allowed a request to this service, epoch ms. */
function lastTurn(url: string): Promise<number> {
  const { shard, id } = locate(bindings as unknown as ApiEnv, 'geocoder', url);
  return runInDurableObject(shard, (_directory, { storage: { sql } }) => {
    const { at_json } = sql.exec<{ at_json: string }>('SELECT at_json FROM tries WHERE id = ?', id).one();
    return Math.max(...(JSON.parse(at_json) as Array<number>));
  });
}

async function search(env: ApiEnv, text: string) {
  return lookUp(env, { lookup: { kind: 'search', text }, language: 'en', country: 'DE' }, NOW, () => undefined);
}

describe('lookUp with an outside geocoder', () => {
  test('returns Photon’s address with its credit, and sends one request for positions within 11 m', async () => {
    const service = playGeocoder(() => photonHouse());
    const env = envFor(service, 'photon');
    expect(await addressesOf(env, [BERLIN])).toEqual(['Hauptstraße 12, Springe']);
    expect(await addressesOf(env, [{ lat: 52.520_01, lon: 13.404_98 }], NOW + 1000)).toEqual(['Hauptstraße 12, Springe']);
    expect(service.asked).toHaveLength(1);
    const [request] = service.asked;
    expect(request?.url).toBe(`${service.url}/reverse?lat=52.5200&lon=13.4050&lang=en`);
    expect(request?.headers.get('User-Agent')).toBe(`Porchlight (${env.PUBLIC_URL})`);
    expect(request?.redirect).toBe('manual');
    expect((await search(env, 'Haupt'))[0]).toMatchObject({ lat: 52.2, lon: 9.55, attribution: CREDIT });
  });

  test('sends a new request after a week', async () => {
    const service = playGeocoder(() => photonHouse());
    const env = envFor(service, 'photon');
    await addressesOf(env, [BERLIN]);
    await addressesOf(env, [BERLIN], NOW + 7 * 86_400_000);
    expect(service.asked).toHaveLength(2);
  });

  test('writes the house number first for an address in the US', async () => {
    const service = playGeocoder(() => photonHouse({ street: 'Main Street', city: 'Springfield', countrycode: 'US' }));
    expect(await addressesOf(envFor(service, 'photon'), [BERLIN])).toEqual(['12 Main Street, Springfield']);
  });

  test('returns Nominatim’s addresses, and sends at most one request per second', async () => {
    const turns: Array<number> = [];
    const service = playGeocoder(async () => {
      turns.push(await lastTurn(service.url));
      return nominatimHouse();
    });
    const env = envFor(service, 'nominatim');
    const points = [BERLIN, { lat: 48.1, lon: 11.5 }, { lat: 50.1, lon: 8.6 }];
    await addressesOf(env, points);
    expect(await addressesOf(env, points)).toEqual(Array(3).fill('12 Main Street, Springfield'));
    expect(service.asked).toHaveLength(3);
    expect(service.asked[0]?.url).toContain('format=jsonv2&addressdetails=1&accept-language=en');
    for (const [index, turn] of turns.slice(1).entries()) expect(turn - (turns[index] ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  test.each<[string, () => Response]>([
    ['an error', () => new Response('busy', { status: 500 })],
    ['a page', () => new Response('<!doctype html><title>Blocked</title>')],
    ['JSON of another shape', () => Response.json({ features: [{ properties: {} }] })],
    ['a redirect', () => new Response(null, { status: 302, headers: { Location: 'http://192.168.0.1/' } })],
    ['a response that is too large', () => new Response(`{"features":[]${' '.repeat(300_000)}}`)],
  ])('answers from the list of cities after %s, and sends no request for a minute', async (_, respond) => {
    const service = playGeocoder(respond);
    const env = envFor(service, 'photon');
    const later = { lat: 48.137, lon: 11.575 };
    expect(await addressesOf(env, [BERLIN])).toEqual(['Mitte, Berlin']);
    expect(await addressesOf(env, [later], NOW + 59_000)).toEqual(['Munich']);
    expect((await search(env, 'munich'))[0]).toMatchObject({ formatted_address: 'Munich', attribution: 'GeoNames (CC BY 4.0)' });
    expect(service.asked).toHaveLength(1);
    service.respond = () => photonHouse();
    expect(await addressesOf(env, [later], NOW + 60_000)).toEqual(['Hauptstraße 12, Springe']);
  });

  test('answers from the list of cities for a position without an address', async () => {
    const service = playGeocoder(() => Response.json({ features: [] }));
    const env = envFor(service, 'photon');
    expect(await addressesOf(env, [BERLIN])).toEqual(['Mitte, Berlin']);
    expect(await addressesOf(env, [BERLIN])).toEqual(['Mitte, Berlin']);
    expect(service.asked).toHaveLength(1);
  });

  test('sends requests through the OUTSIDE binding if there is one', async () => {
    const asked: Array<string> = [];
    const fetchOutside = async (url: string) => {
      asked.push(url);
      return photonHouse();
    };
    const env = envFor(
      playGeocoder(() => photonHouse()),
      'photon',
      { OUTSIDE: { fetch: fetchOutside } },
    );
    expect(await addressesOf(env, [BERLIN])).toEqual(['Hauptstraße 12, Springe']);
    expect(asked).toHaveLength(1);
  });

  test.each(['http://192.168.1.2/', 'https://10.0.0.1/', 'https://user:secret@geo.example/', 'nonsense'])(
    'sends no request to %s',
    async (GEOCODER_URL) => {
      const service = playGeocoder(() => photonHouse());
      expect(await addressesOf(envFor(null, 'photon', { GEOCODER_URL }), [BERLIN])).toEqual(['Mitte, Berlin']);
      expect(service.asked).toEqual([]);
    },
  );
});

describe('lookUp with local spots', () => {
  const spots = [
    { name: 'Maple School', lat: 52.5205, lon: 13.405 },
    {
      name: 'Lantern Street',
      line: [
        [52.52, 13.4],
        [52.52, 13.41],
      ],
    },
  ];
  const env = envFor(null, 'embedded', { GEOCODER_LOCAL: JSON.stringify(spots) });

  test('names the nearest spot or street within 300 m before any city', async () => {
    const points = [
      { lat: 52.5205, lon: 13.4051 },
      { lat: 52.52, lon: 13.4025 },
      { lat: 52.5175, lon: 13.4025 },
      { lat: 52.51, lon: 13.4025 },
    ];
    expect(await addressesOf(env, points)).toEqual(['Maple School', 'Lantern Street', 'Near Lantern Street', 'Berlin']);
  });

  test('has an area without the street for each position: after its comma, else the city', async () => {
    const street = { name: 'Hill Lane, Alderbridge', lat: 52.4, lon: 13.1 };
    const town = envFor(null, 'embedded', { GEOCODER_LOCAL: JSON.stringify([...spots, street]) });
    const points = [
      { lat: 52.4, lon: 13.1 },
      { lat: 52.402, lon: 13.1 },
      { lat: 52.5205, lon: 13.4051 },
      { lat: 52.51, lon: 13.4025 },
      { lat: -51, lon: -30 },
    ];
    const permitted = { lookup: { kind: 'addresses', points }, language: 'en', country: 'DE' } as const;
    const found = await lookUp(town, permitted, NOW, () => undefined);
    expect(found.map(({ area }) => area)).toEqual(['Alderbridge', 'Alderbridge', 'Mitte, Berlin', 'Berlin', '']);
  });

  test('names a spot within 30 m before a nearer street, and beyond 30 m the street', async () => {
    const house = { name: '12 Lantern Street', lat: 52.5202, lon: 13.405 };
    const town = envFor(null, 'embedded', { GEOCODER_LOCAL: JSON.stringify([...spots, house]) });
    const points = [
      { lat: 52.520_05, lon: 13.405 },
      { lat: 52.52, lon: 13.4056 },
    ];
    expect(await addressesOf(town, points)).toEqual(['12 Lantern Street', 'Lantern Street']);
  });

  test('sends no request to the outside service for a position near a spot', async () => {
    const service = playGeocoder(() => photonHouse());
    const both = envFor(service, 'photon', { GEOCODER_LOCAL: env.GEOCODER_LOCAL ?? '' });
    expect(await addressesOf(both, [{ lat: 52.5205, lon: 13.405 }])).toEqual(['Maple School']);
    expect(service.asked).toEqual([]);
  });

  test('lists spots with a word that begins with the text, before cities', async () => {
    expect((await search(env, 'school')).map(({ formatted_address }) => formatted_address)[0]).toBe('Maple School');
    expect((await search(env, 'lantern')).map(({ lat, lon }) => [lat, lon])).toEqual([[52.52, 13.41]]);
  });

  test('finds a spot across the date line', async () => {
    const edge = envFor(null, 'embedded', { GEOCODER_LOCAL: JSON.stringify([{ name: 'Edge', lat: -16.8, lon: -179.9995 }]) });
    expect(await addressesOf(edge, [{ lat: -16.8, lon: 179.9995 }])).toEqual(['Near Edge']);
  });

  test('ignores an invalid list of spots', async () => {
    expect(await addressesOf(envFor(null, 'embedded', { GEOCODER_LOCAL: '[{"name":"X"}]' }), [BERLIN])).toEqual(['Mitte, Berlin']);
  });
});
