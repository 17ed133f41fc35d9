import { CHILD_APP_ID } from '#app/domain/app-rules';
import { toHostList } from '#app/domain/host';
import { findDefault, type RestrictionValue, SITE_CATEGORIES } from '#app/domain/restrictions';
import type { Rule } from '#app/domain/rule';
import { invalid } from '#app/wire/errors';
import type { GranularityContentWire, GranularityPatch } from '#app/wire/granularity';

type Given<T> = Readonly<Record<string, T>>;

/** Maximum number of apps per setting and child. Real devices have fewer, and a row has a size limit. */
const APPS_MAX = 2000;
const UNCOUNTED_MAX = 500;
/** Maximum size of a child's settings as JSON in UTF-8. Enough for a rule and a limit for 2000 apps with ids of 100 characters. */
const CONTENT_BYTES = 500_000;

/**
 * Returns the settings after a change, merged key by key and without defaults (3.9.2, A64). `rules` are the child's rules. Checks only the
 * given values, because stored values may be older than the checks.
 * @throws Refusal 400 naming the field
 */
export function mergeGranularity(before: GranularityContentWire, patch: GranularityPatch, rules: Array<Rule>): GranularityContentWire {
  const after = {
    app_directives: mergeApps(
      'app_directives',
      before.app_directives,
      mapValues(patch.app_directives, (code) => (code === 'S' ? null : code)),
    ),
    omnibus_directives: mergeRestrictions(before.omnibus_directives, patch.omnibus_directives ?? {}),
    app_schedules: mergeApps(
      'app_schedules',
      before.app_schedules,
      mapValues(patch.app_schedules, (ids, bundleId) => (ids.length === 0 ? null : requireAppSchedules(bundleId, ids, rules))),
    ),
    app_limits: mergeApps('app_limits', before.app_limits, patch.app_limits ?? {}),
    uncounted_apps: mergeUncounted(before.uncounted_apps, patch.uncounted_apps ?? {}),
    web_filter: mergeWebFilter(before.web_filter, patch.web_filter ?? {}),
  };
  requireSmall(after);
  return after;
}

/**
 * Limits the total size, because one row stores the settings and every device reads them.
 * @throws Refusal 400 `too_large`
 */
function requireSmall(content: GranularityContentWire): void {
  if (Buffer.byteLength(JSON.stringify(content)) <= CONTENT_BYTES) return;
  throw invalid(`A child’s app settings can have at most ${CONTENT_BYTES} bytes`, { patch: 'too_large' });
}

/** Merges `given` into `before`; null removes a key. An existing key keeps its position, so that an unchanged result compares equal. */
function merge<T>(before: Given<T>, given: Given<T | null>): Record<string, T> {
  const merged = new Map(Object.entries(before));
  for (const [key, value] of Object.entries(given)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

function mergeApps<T>(field: string, before: Given<T>, given: Given<T | null>): Record<string, T> {
  const merged = merge(before, given);
  requireNotGuard(field, given);
  requireFew(field, Object.keys(merged).length, APPS_MAX);
  return merged;
}

/**
 * Checks that no rule is for the child app, because blocking it would end the device's management.
 * @throws Refusal 400 if there is one
 */
function requireNotGuard<T>(field: string, given: Given<T | null>): void {
  if (!Object.hasOwn(given, CHILD_APP_ID) || given[CHILD_APP_ID] === null) return;
  const name = `${field}.${CHILD_APP_ID}`;
  throw invalid(`${name}: rules are not allowed for the app that manages the device`, { [name]: 'manages_device' });
}

function mergeRestrictions(before: Given<RestrictionValue>, given: Given<RestrictionValue | 'S'>): Record<string, RestrictionValue> {
  return merge(
    before,
    mapValues(given, (value, key) => {
      const byDefault = findDefault(key);
      const field = `omnibus_directives.${key}`;
      if (byDefault === undefined) throw invalid(`${field}: unknown restriction`, { [field]: 'unknown' });
      if (value === 'S' || value === byDefault) return null;
      if (typeof value !== typeof byDefault) {
        throw invalid(`${field}: expected ${byDefault === 'A' ? 'A, N or S' : 'true, false or S'}`, { [field]: 'invalid' });
      }
      return value;
    }),
  );
}

function requireAppSchedules(bundleId: string, ids: Array<string>, rules: Array<Rule>): Array<string> {
  const wanted = [...new Set(ids)];
  const known = new Set(rules.filter((rule) => rule.kind !== 'override' && rule.scope === 'apps').map(({ id }) => id));
  const field = `app_schedules.${bundleId}`;
  if (!wanted.every((id) => known.has(id))) throw invalid(`${field}: not an app schedule of this child`, { [field]: 'unknown' });
  return wanted;
}

function mergeUncounted(before: Array<string>, given: Given<boolean>): Array<string> {
  const merged = new Set(before);
  for (const [bundleId, isUncounted] of Object.entries(given)) {
    if (isUncounted) merged.add(bundleId);
    else merged.delete(bundleId);
  }
  requireFew('uncounted_apps', merged.size, UNCOUNTED_MAX);
  return [...merged];
}

function mergeWebFilter(
  before: GranularityContentWire['web_filter'],
  { allow, deny, categories }: NonNullable<GranularityPatch['web_filter']>,
): GranularityContentWire['web_filter'] {
  const after = {
    allow: allow === undefined ? before.allow : readHosts('web_filter.allow', allow),
    deny: deny === undefined ? before.deny : readHosts('web_filter.deny', deny),
    categories: categories === undefined ? before.categories : readCategories(categories),
  };
  const inBoth = after.allow.find((host) => after.deny.includes(host));
  const field = allow === undefined ? 'web_filter.deny' : 'web_filter.allow';
  if ((allow ?? deny) !== undefined && inBoth !== undefined) throw invalid(`${inBoth} is both allowed and blocked`, { [field]: 'in_both' });
  return after;
}

function readCategories(given: Array<string>): Array<string> {
  const known: ReadonlyArray<string> = SITE_CATEGORIES;
  const wrong = given.findIndex((id) => !known.includes(id));
  const field = `web_filter.categories.${wrong}`;
  if (wrong >= 0) throw invalid(`${field}: unknown website category`, { [field]: 'unknown' });
  return [...new Set(given)];
}

function readHosts(field: string, lines: Array<string>): Array<string> {
  const list = toHostList(lines);
  if ('hosts' in list) return list.hosts;
  if ('tooMany' in list) throw invalid(`${field}: too many hosts`, { [field]: 'too_many' });
  const fields = Object.fromEntries(list.wrong.map((index) => [`${field}.${index}`, 'no_host']));
  throw invalid(`${Object.keys(fields)[0]}: not a host name`, fields);
}

function requireFew(field: string, count: number, max: number): void {
  if (count > max) throw invalid(`${field}: at most ${max}`, { [field]: 'too_many' });
}

function mapValues<T, U>(given: Given<T> = {}, map: (value: T, key: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, map(value, key)]));
}
