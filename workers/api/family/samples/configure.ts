import type * as z from 'zod';
import { cleanTerms, findTermInBoth, includesMonitoring, TERM_LENGTH_MAX, TERMS_MAX } from '#app/domain/sample-config';
import { ERROR_CODES, invalid, notInPlan, Refusal } from '#app/wire/errors';
import type { ConfigChange, SampleConfigWire, UserConfigWire, updateUserConfig } from '#app/wire/samples';
import type { CallContext } from '../core/call-context';
import { propagateTo } from '../policy/propagate';
import { endImpossibleRequests } from '../status/sample-requests';
import { requireSamples } from '../status/sampling';
import type { ChildRow } from '../store/child.queries';
import { listDevicesOfChild } from '../store/device.queries';
import { findSampleConfig, putSampleConfig } from '../store/sample-config.queries';
import { planOf } from '../subscription/plan-of';

type Update = z.infer<typeof updateUserConfig.body>['request_args'];

/** Returns the settings of a child's screenshots (GAL-053). */
export function readConfig(call: CallContext, { id }: ChildRow): UserConfigWire {
  const { config, updatedAt } = findSampleConfig(call.sql, id);
  return { user_id: id, ...config, updated_ts: updatedAt };
}

/**
 * Changes settings of a child's screenshots and sends them to the child's devices. Settings that are not given stay (GAL-054). Turning
 * screenshots off is possible in any plan.
 * @throws Refusal 403 with reason `plan`, 400 with reason `stale` or with `fields`
 */
export function updateConfig(call: CallContext, child: ChildRow, { config: change, updated_ts }: Update): UserConfigWire {
  const before = findSampleConfig(call.sql, child.id);
  requireAllowed(call, change);
  if (updated_ts !== undefined && updated_ts !== before.updatedAt) {
    const details = { reason: 'stale', current: readConfig(call, child) } as const;
    throw new Refusal(ERROR_CODES.unknown, 400, 'The settings have changed since they were read', details);
  }
  const config = merge(before.config, change);
  requireSeparateTerms(before.config.ocr, config.ocr);
  if (JSON.stringify(config) === JSON.stringify(before.config)) return readConfig(call, child);
  putSampleConfig(call.sql, child.id, { config, updatedAt: Math.max(call.now, before.updatedAt + 1) });
  const devices = listDevicesOfChild(call.sql, child.id);
  for (const device of devices) propagateTo(call, device, child.id, null);
  endImpossibleRequests(call, devices);
  call.recordChange('user', child.id, { childId: child.id });
  return readConfig(call, child);
}

function requireAllowed(call: CallContext, { user_enabled, ocr, args, automated }: ConfigChange): void {
  const isOnlyTurnedOff = user_enabled === false && ocr === undefined && args === undefined && automated === undefined;
  if (!isOnlyTurnedOff) requireSamples(call);
  if (includesMonitoring(planOf(call))) return;
  if (automated?.enabled === true) throw notInPlan('automatic screenshots');
  if (ocr !== undefined) throw notInPlan('possible hits in screenshots');
}

/** @throws Refusal 400 with `fields` if the change puts a term into both lists */
function requireSeparateTerms(before: SampleConfigWire['ocr'], after: SampleConfigWire['ocr']): void {
  const added = (name: 'custom_terms' | 'ignore_terms') => after[name].filter((term) => !before[name].includes(term));
  const isInBoth =
    findTermInBoth(added('custom_terms'), after.ignore_terms) !== undefined ||
    findTermInBoth(added('ignore_terms'), after.custom_terms) !== undefined;
  if (isInBoth) throw invalid('A term can’t be looked for and ignored', { ocr: 'in_both' });
}

function merge(before: SampleConfigWire, { user_enabled, ocr, args, automated }: ConfigChange): SampleConfigWire {
  const { categories } = before.ocr;
  const automatic = { ...before.automated, ...withoutUndefined(automated ?? {}) };
  return {
    user_enabled: user_enabled ?? before.user_enabled,
    ocr: {
      custom_terms: toTerms('custom_terms', ocr?.custom_terms) ?? before.ocr.custom_terms,
      ignore_terms: toTerms('ignore_terms', ocr?.ignore_terms) ?? before.ocr.ignore_terms,
      categories: { ...categories, ...withoutUndefined(ocr?.categories ?? {}) },
    },
    args: { ...before.args, ...withoutUndefined(args ?? {}) },
    automated: automatic,
  };
}

/** An optional field of zod may be present and undefined. It must not replace a value. */
function withoutUndefined<T extends object>(given: T): { [Key in keyof T]-?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]-?: Exclude<T[Key], undefined>;
  };
}

/** @throws Refusal 400 with `fields`: `too_many` terms, or one that is `too_long` */
function toTerms(name: 'custom_terms' | 'ignore_terms', given: ReadonlyArray<string> | undefined): Array<string> | null {
  if (given === undefined) return null;
  const terms = cleanTerms(given);
  if (terms.length > TERMS_MAX) throw invalid(`At most ${TERMS_MAX} terms`, { [`ocr.${name}`]: 'too_many' });
  const long = terms.findIndex((term) => [...term].length > TERM_LENGTH_MAX);
  if (long !== -1) throw invalid(`A term has at most ${TERM_LENGTH_MAX} characters`, { [`ocr.${name}.${long}`]: 'too_long' });
  return terms;
}
