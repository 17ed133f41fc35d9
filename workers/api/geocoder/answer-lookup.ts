import type { Coordinates } from '#app/domain/position';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import type { AddressWire } from '#app/wire/location';
import type { OutsideGeocoder } from '#workers/geocoder-settings';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import { unauthorised } from '../family/core/signature';
import { type PermittedLookup, permittedLookupSchema } from '../family/location-lookup/location-lookup';
import { findFamily } from '../family-of';
import {
  askForAddress,
  findCachedAddress,
  findOutsideGeocoder,
  OUTSIDE_ATTRIBUTION,
  searchOutside,
  type TakeTurn,
} from '../outside/geocoder';
import { cityText, nearestText, nearText } from './address-text';
import { areaText } from './area-text';
import { loadCities } from './city-table';
import { findLocalSpot, listLocalSpots, searchLocalSpots } from './local-spots';
import { countLookup } from './lookup-limit';
import { findNearestCity, positionOf } from './nearest-city';
import { searchCities } from './search-cities';

/**
 * How long a call waits for the outside service, and how long requests to it continue after the response. Both are below the platform's 30
 * s.
 */
const WAIT_MS = 3_000;
const LATER_MS = 20_000;
const SEARCH_MAX = 5;
/** One request per second and installation: the rule of the public Nominatim. */
const TURN_MS = 1_000;
const TURN_POLL_MS = 250;
/** Maximum number of parallel requests to a service without this rule. */
const PARALLEL = 4;

/** The credit that CC BY requires. */
export const CITIES_ATTRIBUTION = 'GeoNames (CC BY 4.0)';

/**
 * Answers GET /location_lookup (S44, A165). The family checks the call first. Each position gets the first result of: local spot, outside
 * service or its cache, city list. Never fails because of the outside service.
 * @throws Refusal 401 for an unknown account, code 413 for more than 60 counted calls of an account in a minute
 */
export async function answerLookup(
  env: ApiEnv,
  accountId: string,
  request: Request,
  later: (work: Promise<unknown>) => void,
): Promise<Response> {
  const family = findFamily(env, accountId);
  if (family === null) throw unauthorised('session');
  const permitted = await family.fetch(request);
  if (!permitted.ok) return permitted;
  const now = Date.now();
  const lookup = permittedLookupSchema.parse(await permitted.json());
  // Searches and addresses are counted apart, so that pages with addresses leave all searches to the parent.
  const wait = isCounted(env, lookup, now) ? countLookup(`${lookup.lookup.kind} ${accountId}`, now) : 0;
  if (wait > 0) throw new Refusal(ERROR_CODES.rateLimited, 403, 'Too many lookups, try again later', { retryAfter: wait });
  return Response.json(await lookUp(env, lookup, now, later));
}

/** True for a search, and for addresses of which the outside service must be asked for at least one. */
function isCounted(env: ApiEnv, { lookup, language }: PermittedLookup, now: number): boolean {
  if (lookup.kind === 'search') return true;
  if (findOutsideGeocoder(env) === null) return false;
  const spots = listLocalSpots(env.GEOCODER_LOCAL);
  const isKnown = (point: Coordinates) =>
    findLocalSpot(spots, point) !== null || findCachedAddress(env, point, language, now) !== undefined;
  return !lookup.points.every(isKnown);
}

/** Looks up addresses or places without any check. */
export async function lookUp(
  env: ApiEnv,
  { lookup, ...reader }: PermittedLookup,
  now: number,
  later: (work: Promise<unknown>) => void,
): Promise<Array<AddressWire>> {
  return lookup.kind === 'addresses' ? findAddresses(env, lookup.points, reader, now, later) : searchPlaces(env, lookup.text, reader, now);
}

type Reader = Omit<PermittedLookup, 'lookup'>;

async function findAddresses(
  env: ApiEnv,
  points: ReadonlyArray<Coordinates>,
  reader: Reader,
  now: number,
  later: (work: Promise<unknown>) => void,
): Promise<Array<AddressWire>> {
  const spots = listLocalSpots(env.GEOCODER_LOCAL);
  const local = points.map((point) => findLocalSpot(spots, point));
  const service = findOutsideGeocoder(env);
  const unknown = points.filter((_, index) => local[index] === null);
  if (service !== null) await askOutside(env, service, unknown, reader, now, later);
  const cities = await loadCities();
  return points.map((point, index) => {
    const spot = local[index] ?? null;
    const outside = service === null || spot !== null ? null : (findCachedAddress(env, point, reader.language, now) ?? null);
    const nearest = findNearestCity(cities, point);
    const city = nearestText(cities, nearest, point, reader);
    const own = { text: city, credit: nearest === null ? null : CITIES_ATTRIBUTION };
    // The list of cities has no streets, so its text is an area as it is.
    const ownArea = nearest === null ? '' : city;
    if (spot === null && outside === null) return toWire(point, own.text, own.credit, ownArea);
    const text = spot === null ? (outside?.text ?? '') : spot.isAt ? spot.name : nearText(spot.name, reader.language);
    return toWire(point, text, spot === null ? OUTSIDE_ATTRIBUTION : null, areaText(spot?.name ?? text) || ownArea);
  });
}

/**
 * Fills the cache with the addresses of these positions. Waits at most three seconds. The rest is cached after the response, for the next
 * call.
 */
async function askOutside(
  env: ApiEnv,
  service: OutsideGeocoder,
  points: ReadonlyArray<Coordinates>,
  { language }: Reader,
  now: number,
  later: (work: Promise<unknown>) => void,
): Promise<void> {
  const open = points.filter((point) => findCachedAddress(env, point, language, now) === undefined);
  if (open.length === 0) return;
  const takeTurn = turnTaker(env, LATER_MS);
  const work = async (): Promise<void> => {
    for (let point = open.shift(); point !== undefined; point = open.shift()) {
      if (!(await askForAddress(env, point, language, now, takeTurn))) open.length = 0;
    }
  };
  const all = Promise.all(Array.from({ length: service === 'nominatim' ? 1 : PARALLEL }, work));
  later(all);
  await Promise.race([all, scheduler.wait(WAIT_MS)]);
}

/** Returns a function that waits for a turn, until `waitMs` from now. Photon needs no turns. */
function turnTaker(env: ApiEnv, waitMs: number): TakeTurn {
  const until = Date.now() + waitMs;
  return async (kind) => {
    if (kind !== 'nominatim') return true;
    // The turns are in one row of the directory, because several isolates may serve one installation.
    const turns = directoryFor(env, 'geocoder', env.GEOCODER_URL ?? '');
    for (;;) {
      if (await turns.count('turn', 1, TURN_MS)) return true;
      if (Date.now() + TURN_POLL_MS > until) return false;
      await scheduler.wait(TURN_POLL_MS);
    }
  };
}

async function searchPlaces(env: ApiEnv, text: string, reader: Reader, now: number): Promise<Array<AddressWire>> {
  const local = searchLocalSpots(listLocalSpots(env.GEOCODER_LOCAL), text, SEARCH_MAX).map((spot) => toWire(spot, spot.name, null));
  const outside = findOutsideGeocoder(env) !== null ? await searchOutside(env, text, reader.language, now, turnTaker(env, WAIT_MS)) : null;
  const found = outside?.map((address) => toWire(address, address.text, OUTSIDE_ATTRIBUTION)) ?? (await searchList(text, reader));
  const texts = [...local, ...found].map(({ formatted_address }) => formatted_address);
  return [...local, ...found].filter((_, index) => texts.indexOf(texts[index] ?? '') === index).slice(0, SEARCH_MAX);
}

async function searchList(text: string, reader: Reader): Promise<Array<AddressWire>> {
  const cities = await loadCities();
  return searchCities(cities, text, reader, SEARCH_MAX).map((city) =>
    toWire(positionOf(cities, city), cityText(cities, { city, around: null }, reader), CITIES_ATTRIBUTION),
  );
}

function toWire({ lat, lon }: Coordinates, formatted_address: string, attribution: string | null, area = ''): AddressWire {
  return { lat, lon, formatted_address, area, attribution };
}
