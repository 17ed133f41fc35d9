import * as z from 'zod';
import type { OutsideGeocoder } from '#workers/geocoder-settings';
import type { OutsideAddress } from './geocoder';

const textSchema = z.string().max(300).optional();

/** Parts of an address, by the names of Photon. */
type Parts = {
  name?: string | undefined;
  street?: string | undefined;
  number?: string | undefined;
  town?: string | undefined;
  country?: string | undefined;
};

const photonSchema = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]) }),
      properties: z.object({
        name: textSchema,
        street: textSchema,
        housenumber: textSchema,
        district: textSchema,
        city: textSchema,
        county: textSchema,
        state: textSchema,
        countrycode: textSchema,
      }),
    }),
  ),
});

const degrees = (max: number) => z.coerce.number().min(-max).max(max);
const nominatimPlaceSchema = z.object({
  lat: degrees(90),
  lon: degrees(180),
  name: textSchema,
  display_name: z.string().max(1000).optional(),
  address: z.record(z.string(), z.string().max(300)).default({}),
});
const nothingFoundSchema = z.object({ error: z.string() });

/**
 * Returns the addresses in a service's response. Omits those without a name.
 * @throws ZodError for another shape
 */
export function toAddresses(kind: OutsideGeocoder, body: unknown): Array<OutsideAddress> {
  return (kind === 'photon' ? fromPhoton(body) : fromNominatim(body)).filter(({ text }) => text !== '');
}

function fromPhoton(body: unknown): Array<OutsideAddress> {
  return photonSchema.parse(body).features.map(({ geometry: { coordinates }, properties: own }) => {
    const [lon, lat] = coordinates;
    const town = own.city ?? own.district ?? own.county ?? own.state;
    return { lat, lon, text: toText({ name: own.name, street: own.street, number: own.housenumber, town, country: own.countrycode }) };
  });
}

function fromNominatim(body: unknown): Array<OutsideAddress> {
  if (nothingFoundSchema.safeParse(body).success) return [];
  const places = Array.isArray(body) ? z.array(nominatimPlaceSchema).parse(body) : [nominatimPlaceSchema.parse(body)];
  return places.map(({ lat, lon, name, display_name, address }) => {
    const town = ['city', 'town', 'village', 'hamlet', 'municipality', 'county', 'state'].map((key) => address[key]).find(Boolean);
    const street = address.road ?? address.pedestrian ?? address.footway;
    const text = toText({ name, street, number: address.house_number, town, country: address.country_code });
    return { lat, lon, text: text === '' ? (display_name ?? '') : text };
  });
}

/** Countries that write the house number first: «12 Main Street». */
const NUMBER_FIRST: ReadonlySet<string> = new Set([
  'US',
  'CA',
  'GB',
  'IE',
  'AU',
  'NZ',
  'FR',
  'LU',
  'IN',
  'ZA',
  'SG',
  'MY',
  'PH',
  'IL',
  'TH',
]);

/** Returns the shortest text by which people know the address: street and number with the town, or a name with the town. */
function toText({ name, street, number, town, country = '' }: Parts): string {
  const isFirst = NUMBER_FIRST.has(country.toUpperCase());
  const door = street === undefined || number === undefined ? street : isFirst ? `${number} ${street}` : `${street} ${number}`;
  const parts = [name === street ? undefined : name, door, town].flatMap((part) => part?.trim() || []);
  return parts.filter((part, index) => parts.indexOf(part) === index).join(', ');
}
