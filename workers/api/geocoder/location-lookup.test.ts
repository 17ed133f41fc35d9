import { describe, expect, test } from 'vitest';
import { type AddressWire, lookUpLocation } from '#app/wire/location';
import type { Parent } from '#tests/clients/parent';
import { newFamily } from '#tests/clients/worker';
import { countLookup } from './lookup-limit';

const CREDIT = 'GeoNames (CC BY 4.0)';

async function newParent(): Promise<Parent> {
  return (await newFamily('premium_annual')).parent;
}

async function addressesOf(parent: Parent, latlons: string, more: Record<string, string> = {}): Promise<Array<string>> {
  return textsOf(await parent.call(lookUpLocation, { query: { lookup: 'reverse_geocode', latlons, ...more } }));
}

async function search(parent: Parent, q: string): Promise<Array<string>> {
  return textsOf(await parent.call(lookUpLocation, { query: { lookup: 'geocode', q } }));
}

function textsOf(found: Array<AddressWire>): Array<string> {
  return found.map(({ formatted_address }) => formatted_address);
}

describe('GET /location_lookup with reverse_geocode', () => {
  test('returns one address per position, in order and the same on each call (LOC-050, LOC-051)', async () => {
    const parent = await newParent();
    const query = { lookup: 'reverse_geocode', latlons: '48.137,11.575;52.52,13.405;48.137,11.575' };
    const found = await parent.call(lookUpLocation, { query });
    expect(found).toEqual([
      { lat: 48.137, lon: 11.575, formatted_address: 'Munich', area: 'Munich', attribution: CREDIT },
      { lat: 52.52, lon: 13.405, formatted_address: 'Mitte, Berlin', area: 'Mitte, Berlin', attribution: CREDIT },
      { lat: 48.137, lon: 11.575, formatted_address: 'Munich', area: 'Munich', attribution: CREDIT },
    ]);
    expect(await parent.call(lookUpLocation, { query })).toEqual(found);
  });

  test.each([
    ['a position outside of every city', '43.99,4.75', 'Near Pujaut, France'],
    ['a suburb with its own name', '50.227,8.618', 'Bad Homburg vor der Höhe'],
    ['the edge of a large city', '48.20,11.47', 'Munich'],
    ['a district', '52.4986,13.4034', 'Kreuzberg, Berlin'],
    ['a city in a country where people name the state', '39.80,-89.64', 'Springfield, Illinois, United States'],
    ['the north pole', '90,0', '90.000, 0.000'],
    ['the south pole', '-90,-180', '-90.000, -180.000'],
    ['the open sea', '0,-30.0004', '0.000, -30.000'],
    ['zero', '-0,0', '0.000, 0.000'],
  ])('names %s', async (_, latlon, text) => {
    expect(await addressesOf(await newParent(), latlon)).toEqual([text]);
  });

  test('finds the same city on both sides of the date line', async () => {
    const [west, east] = await addressesOf(await newParent(), '-16.78,179.9;-16.78,-179.9');
    expect(west).toMatch(/Fiji$/);
    expect(east).toBe(west);
  });

  test('writes in the requested language, and adds the country only outside the parent’s own', async () => {
    const parent = await newParent();
    const abroad = async (locale: string) => (await addressesOf(parent, '43.99,4.75', { locale }))[0];
    expect(await abroad('de')).toBe('Nahe Pujaut, Frankreich');
    expect(await abroad('zh-cn')).toBe('Pujaut附近，法国');
    expect(await abroad('xx')).toBe('Near Pujaut, France');
    expect(await addressesOf(parent, '48.137,11.575', { locale: 'fr' })).toEqual(['Munich']);
  });

  test.each([
    '',
    ';',
    '52.5',
    '52.5,',
    ',13',
    '52.5,13.4,1',
    'a,b',
    'NaN,1',
    '1e1,1',
    '0x1,1',
    '52.5, 13.4',
    '1,2;3',
    'Infinity,0',
    '1,2;',
  ])('refuses «%s», which is not a list of coordinate pairs (LOC-043)', async (latlons) => {
    const answer = await (await newParent()).raw('GET', `/location_lookup?${new URLSearchParams({ lookup: 'reverse_geocode', latlons })}`);
    const message = latlons === '' ? 'latlons: must not be empty' : 'latlons: expected float values';
    expect(answer).toMatchObject({ status: 400, body: { errors: { code: 500, message } } });
  });

  test.each(['91,0', '-90.001,0', '0,180.5', '0,-181'])('refuses %s, which is outside the range of coordinates', async (latlons) => {
    const answer = await (await newParent()).raw('GET', `/location_lookup?lookup=reverse_geocode&latlons=${latlons}`);
    expect(answer).toMatchObject({ status: 400, body: { errors: { fields: { latlons: 'range' } } } });
  });

  test('accepts 100 positions and refuses 101', async () => {
    const parent = await newParent();
    const positions = (count: number) =>
      Array.from({ length: count }, (_, index) => `-${index % 90}.1234567,-1${index % 80}.1234567`).join(';');
    expect(await addressesOf(parent, positions(100))).toHaveLength(100);
    const answer = await parent.raw('GET', `/location_lookup?lookup=reverse_geocode&latlons=${positions(101)}`);
    expect(answer).toMatchObject({ status: 400, body: { errors: { fields: { latlons: 'too_many' } } } });
  });

  test('refuses a plan without location, an unknown lookup and an empty search', async () => {
    const { parent } = await newFamily();
    const plan = { status: 403, body: { errors: { code: 410, reason: 'plan' } } };
    expect(await parent.raw('GET', '/location_lookup?lookup=reverse_geocode&latlons=1,1')).toMatchObject(plan);
    expect(await parent.raw('GET', '/location_lookup?lookup=geocode&q=Berlin')).toMatchObject(plan);
    expect(await (await newParent()).raw('GET', '/location_lookup?lookup=other')).toMatchObject({ status: 400 });
    expect(await (await newParent()).raw('GET', '/location_lookup?lookup=geocode&q=%20')).toMatchObject({ status: 400 });
  });

  test('returns 404 within a batch of family reads', async () => {
    const path = '/location_lookup?lookup=reverse_geocode&latlons=1,1';
    const answer = await (await newParent()).raw('GET', `/reads?${new URLSearchParams({ path })}`);
    expect(answer.body).toMatchObject([{ status: 404 }]);
  });
});

describe('GET /location_lookup with geocode', () => {
  test.each([
    ['münch', 'Munich'],
    ['MUNCHEN', 'Munich'],
    ['慕尼黑', 'Munich'],
    ['lodz', 'Łódź, Poland'],
    ['Москва', 'Moscow, Russia'],
    ['서울', 'Seoul, South Korea'],
    ['القاهرة', 'Cairo, Egypt'],
    ['Springfield, IL', 'Springfield, Illinois, United States'],
    ['Paris, Texas', 'Paris, Texas, United States'],
    ['Lange Straße 5, 80331 München', 'Munich'],
  ])('finds «%s» as %s', async (typed, first) => {
    expect((await search(await newParent(), typed))[0]).toBe(first);
  });

  test('returns at most five places, with full names in the parent’s country first', async () => {
    const found = await search(await newParent(), 'frankfurt');
    expect(found.slice(0, 2)).toEqual(['Frankfurt am Main', 'Frankfurt (Oder)']);
    expect(await search(await newParent(), 'spring')).toHaveLength(5);
    expect(await search(await newParent(), 'xqxqxq')).toEqual([]);
  });
});

test('refuses the 61st search within a minute, after any number of pages with addresses', async () => {
  const parent = await newParent();
  await Promise.all(Array.from({ length: 70 }, () => addressesOf(parent, '48.137,11.575')));
  const searches = await Promise.allSettled(Array.from({ length: 61 }, () => search(parent, 'munich')));
  expect(searches.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(await addressesOf(parent, '48.137,11.575')).toEqual(['Munich']);
});

test('countLookup allows 60 calls per account and minute', () => {
  const start = Date.now() + 3_600_000;
  const waits = Array.from({ length: 61 }, () => countLookup('one', start + 1_000));
  expect(waits.slice(0, 60)).toEqual(Array(60).fill(0));
  expect(waits[60]).toBe(60);
  expect(countLookup('another', start + 2_000)).toBe(0);
  expect(countLookup('one', start + 62_000)).toBe(0);
});
