import * as z from 'zod';
import { type Granularity, WEB_FILTER_HOSTS_MAX } from '../domain/app-rules.ts';
import type { RestrictionValue } from '../domain/restrictions.ts';
import type { Endpoint } from './endpoint.ts';
import { safeRecord } from './safe-record.ts';
import { idSchema, instantSchema, nothingSchema } from './values.ts';

const bundleIdSchema = z.string().min(1).max(256);
const restrictionKeySchema = z.string().min(1).max(64);
const secondsSchema = z.number().int().min(60).max(86_400);
const hostSchema = z.string().min(1).max(253);
const hostsSchema = z.array(hostSchema).max(WEB_FILTER_HOSTS_MAX);
const categoriesSchema = z.array(z.string().min(1).max(32)).max(32);

const webFilterSchema = z.object({ allow: hostsSchema, deny: hostsSchema, categories: categoriesSchema });

/** Settings of a child's apps and devices. Default values are omitted (3.9.1, A64, A122). */
export const granularityContentSchema = z.object({
  app_directives: safeRecord(bundleIdSchema, z.enum(['A', 'N'])),
  omnibus_directives: z.record(restrictionKeySchema, z.union([z.enum(['A', 'N']), z.boolean()])),
  app_schedules: safeRecord(bundleIdSchema, z.array(idSchema).max(20)),
  /** Seconds per day for one app. Not in the specification. */
  app_limits: safeRecord(bundleIdSchema, secondsSchema),
  /** Apps whose time does not count toward the daily limit. Not in the specification. */
  uncounted_apps: z.array(bundleIdSchema).max(500),
  /** Not in the specification. */
  web_filter: webFilterSchema,
});
export type GranularityContentWire = z.infer<typeof granularityContentSchema>;

/**
 * Like `granularityContentSchema`, as parsed by a device. Discards values unknown to the device, so that the rest of a newer server's
 * policy still applies.
 */
export const policyGranularitySchema = z.object({
  app_directives: known(bundleIdSchema, z.enum(['A', 'N'])),
  omnibus_directives: known(restrictionKeySchema, z.union([z.enum(['A', 'N']), z.boolean()])),
  app_schedules: known(bundleIdSchema, z.array(idSchema)),
  app_limits: known(bundleIdSchema, secondsSchema),
  uncounted_apps: z.array(bundleIdSchema),
  web_filter: webFilterSchema,
});

/** Returns a schema for a map that discards entries with invalid values. */
function known<Value>(key: z.ZodType<string, string>, value: z.ZodType<Value>) {
  return safeRecord(key, z.unknown())
    .transform((map) => Object.fromEntries(Object.entries(map).filter(([, one]) => value.safeParse(one).success)))
    .pipe(safeRecord(key, value));
}

export const granularitySchema = granularityContentSchema.extend({ user_id: idSchema, updated_ts: instantSchema });
export type GranularityWire = z.infer<typeof granularitySchema>;

/** GET /granularity_by_user: one child, or all without `user_id` (S46, A64). */
export const getGranularity: Endpoint<{ user_id?: string | undefined }, undefined, Array<GranularityWire>> = {
  method: 'GET',
  path: '/granularity_by_user',
  auth: 'session',
  query: z.object({ user_id: idSchema.optional() }),
  body: nothingSchema,
  output: z.array(granularitySchema),
};

// The specification writes «False» (3.9.5), so booleans are also accepted as text (A21).
const restrictionValueSchema = z.union([
  z.enum(['A', 'N', 'S']),
  z.boolean(),
  z.enum(['True', 'False', 'true', 'false']).transform((text) => text.toLowerCase() === 'true'),
]);

const patchSchema = z.object({
  /** «S» removes the app's directive (3.9.2). Codes other than A, S and N are refused. */
  app_directives: safeRecord(bundleIdSchema, z.enum(['A', 'S', 'N'])).optional(),
  /** The default, or «S», removes the key. An unknown key is refused. */
  omnibus_directives: z.record(restrictionKeySchema, restrictionValueSchema).optional(),
  /** An empty list removes the key. */
  app_schedules: safeRecord(bundleIdSchema, z.array(idSchema).max(20)).optional(),
  /** Null removes the key. */
  app_limits: safeRecord(bundleIdSchema, secondsSchema.nullable()).optional(),
  /** True = the app's time does not count. */
  uncounted_apps: safeRecord(bundleIdSchema, z.boolean()).optional(),
  /** Each given list replaces the previous one. Hosts are checked and normalized; one invalid host refuses the whole request. */
  web_filter: z
    .object({ allow: z.array(z.string().max(2048)), deny: z.array(z.string().max(2048)), categories: categoriesSchema })
    .partial()
    .optional(),
});
const changeBody = z.object({ user_id: idSchema, updated_ts: instantSchema.optional(), patch: patchSchema });
export type GranularityPatch = z.infer<typeof patchSchema>;
/**
 * `replaced`: the previous directive of each changed app, «S» if none was set. A repeated request gets the same response. Not in the
 * specification.
 */
const changedSchema = granularitySchema.extend({ replaced: safeRecord(bundleIdSchema, z.enum(['A', 'S', 'N'])) });
export type GranularityChangedWire = z.infer<typeof changedSchema>;
/**
 * PUT /granularity_by_user: merged key by key (A64). A stale `updated_ts` changes nothing and returns the current row, as in S29; without
 * `updated_ts`, the last write wins.
 * @throws Refusal 403 with code 410 if the plan has no granularity
 */
export const putGranularity: Endpoint<unknown, z.infer<typeof changeBody>, GranularityChangedWire> = {
  method: 'PUT',
  path: '/granularity_by_user',
  auth: 'session',
  query: z.unknown(),
  body: changeBody,
  output: changedSchema,
};

export function fromWireGranularity(wire: GranularityContentWire): Granularity {
  return {
    directives: wire.app_directives,
    restrictions: wire.omnibus_directives,
    appSchedules: wire.app_schedules,
    appLimits: wire.app_limits,
    uncountedApps: wire.uncounted_apps,
    webFilter: wire.web_filter,
  };
}

export function toWireGranularity(granularity: Granularity): GranularityContentWire {
  const restrictions: Record<string, RestrictionValue> = granularity.restrictions;
  return {
    app_directives: granularity.directives,
    omnibus_directives: restrictions,
    app_schedules: granularity.appSchedules,
    app_limits: granularity.appLimits,
    uncounted_apps: granularity.uncountedApps,
    web_filter: granularity.webFilter,
  };
}
