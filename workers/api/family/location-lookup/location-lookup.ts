import { Hono } from 'hono';
import * as z from 'zod';
import { DEFAULT_LANGUAGE, LANGUAGES, toLanguage } from '#app/domain/language';
import { countryOfZone } from '#app/domain/zone-list';
import { notInPlan } from '#app/wire/errors';
import { lookUpLocation, toLocationLookup } from '#app/wire/location';
import { type FamilyApp, handleEndpointAfter } from '../core/handle-endpoint';
import { getAccount } from '../store/account.queries';
import { planOf } from '../subscription/plan-of';

const coordinatesSchema = z.object({ lat: z.number(), lon: z.number() });

/** A lookup that the family permits, in the parent's language. `country`: where the parent lives, by the account's time zone. */
export const permittedLookupSchema = z.object({
  lookup: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('addresses'), points: z.array(coordinatesSchema) }),
    z.object({ kind: z.literal('search'), text: z.string() }),
  ]),
  language: z.enum(LANGUAGES),
  country: z.string().nullable(),
});
export type PermittedLookup = z.infer<typeof permittedLookupSchema>;

const permitEndpoint = { ...lookUpLocation, output: permittedLookupSchema };

/**
 * Checks signature, session, plan and input of an address lookup (S44). The API Worker then does the lookup, because a family reaches no
 * outside service. `handleEndpointAfter` keeps this half out of GET /reads.
 */
export const locationLookup = new Hono<FamilyApp>().get(
  '/',
  handleEndpointAfter(
    permitEndpoint,
    async () => undefined,
    (call, { query }) => {
      if (planOf(call).limits.geolocation === 'off') throw notInPlan('location');
      const account = getAccount(call.sql);
      return {
        lookup: toLocationLookup(query),
        language: toLanguage(query.locale ?? account.locale) ?? DEFAULT_LANGUAGE,
        country: countryOfZone(account.time_zone),
      };
    },
  ),
);
