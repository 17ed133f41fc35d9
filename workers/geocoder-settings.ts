import * as z from 'zod';
import { isLoopback, isPrivateAddress } from '#app/domain/private-address.ts';

/** Settings of the geocoder. Without them, only the built-in list of cities answers. */
export type GeocoderSettings = {
  GEOCODER?: string;
  /** Base address of the service that GEOCODER names. */
  GEOCODER_URL?: string;
  /** JSON: named spots and streets that are found before any city. */
  GEOCODER_LOCAL?: string;
};

/** Services that may be used before the built-in list. */
export const OUTSIDE_GEOCODERS = ['photon', 'nominatim'] as const;
export type OutsideGeocoder = (typeof OUTSIDE_GEOCODERS)[number];

/** A named spot as a line of one point, or a named street as a line of at least two points. Degrees. */
export type LocalSpot = { name: string; line: ReadonlyArray<readonly [lat: number, lon: number]> };

const NAME_MAX = 80;
const SPOTS_MAX = 2_000;
const LINE_MAX = 500;

const latSchema = z.number().min(-90).max(90);
const lonSchema = z.number().min(-180).max(180);
const nameSchema = z.string().trim().min(1).max(NAME_MAX);
const spotsSchema = z
  .array(
    z.union([
      z.object({ name: nameSchema, lat: latSchema, lon: lonSchema }),
      z.object({
        name: nameSchema,
        line: z
          .array(z.tuple([latSchema, lonSchema]))
          .min(2)
          .max(LINE_MAX),
      }),
    ]),
  )
  .max(SPOTS_MAX);

/** True if positions may be sent to this address: public and https or, in the demonstration, http on this machine. */
export function isGeocoderAddress(url: URL, isDemonstration: boolean): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (isDemonstration && url.protocol === 'http:' && isLoopback(url.hostname)) return true;
  return url.protocol === 'https:' && !isPrivateAddress(url.hostname);
}

/** Returns the service to ask, or null for the built-in list only or for settings that `findGeocoderFault` refuses. */
export function readOutsideGeocoder(settings: GeocoderSettings, isDemonstration: boolean): { kind: OutsideGeocoder; url: URL } | null {
  const kind = OUTSIDE_GEOCODERS.find((name) => name === settings.GEOCODER);
  if (kind === undefined || findGeocoderFault(settings, isDemonstration) !== null) return null;
  return { kind, url: new URL(settings.GEOCODER_URL ?? '') };
}

/**
 * Returns the spots and streets of GEOCODER_LOCAL.
 * @throws Error for anything but a list of `{name, lat, lon}` and `{name, line: [[lat, lon], …]}`
 */
export function readLocalSpots(json: string): Array<LocalSpot> {
  return spotsSchema.parse(JSON.parse(json)).map((spot) => ('line' in spot ? spot : { name: spot.name, line: [[spot.lat, spot.lon]] }));
}

/** Returns the fault of these settings as a sentence for a failed start, or null. */
export function findGeocoderFault({ GEOCODER, GEOCODER_URL, GEOCODER_LOCAL }: GeocoderSettings, isDemonstration: boolean): string | null {
  const kind = GEOCODER || 'embedded';
  if (kind !== 'embedded' && !OUTSIDE_GEOCODERS.some((name) => name === kind)) {
    return `GEOCODER must be embedded, ${OUTSIDE_GEOCODERS.join(' or ')}; got “${kind}”.`;
  }
  if (kind === 'embedded' && GEOCODER_URL) return 'GEOCODER_URL needs GEOCODER=photon or GEOCODER=nominatim.';
  if (kind !== 'embedded' && !(GEOCODER_URL && URL.canParse(GEOCODER_URL) && isGeocoderAddress(new URL(GEOCODER_URL), isDemonstration))) {
    const local = isDemonstration ? ', or http on this machine' : '';
    return `GEOCODER_URL must be a public https address without a user name${local}; got “${GEOCODER_URL ?? ''}”.`;
  }
  return GEOCODER_LOCAL ? findLocalFault(GEOCODER_LOCAL) : null;
}

function findLocalFault(json: string): string | null {
  try {
    readLocalSpots(json);
    return null;
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
    const where = issue === undefined || issue.path.length === 0 ? '' : ` Entry ${Number(issue.path[0]) + 1} is wrong.`;
    return `GEOCODER_LOCAL must be a JSON list of {"name", "lat", "lon"} or {"name", "line": [[lat, lon], …]}.${where}`;
  }
}
