import { addDays, localDate } from '#app/domain/time.ts';
import { isUncounted, resolveApp } from './apps.ts';
import { isGranted, listDecidingChildren, type PolicyChild } from './decide.ts';
import type { DeviceState } from './state.ts';

/** Daily totals kept: `USAGE_KEPT` times the number of children, at most `MAX_USAGE_TOTALS`. */
const USAGE_KEPT = 14;
const MAX_USAGE_TOTALS = 48;
/** Days for which app usage is kept, so that a report after a long silence is complete. */
const APP_DAYS_KEPT = 14;

/**
 * Counts use of the device and of the open app, if they are allowed. Counts for the active child, else for every child, because the
 * strictest rules then apply (D05, D12). Learning apps (A122), granted time (A08), and always allowed apps on a blocked device count only
 * as app usage.
 */
export function addUsage(state: DeviceState, seconds: number, now: number): DeviceState {
  const children = listDecidingChildren(state);
  if (children.length === 0 || seconds <= 0) return state;
  const { openApp } = state;
  const isAllowed = state.applied?.state === 'allowed';
  const access = openApp === null ? null : resolveApp(state, openApp, now);
  if (access === null ? !isAllowed : !access.isUsable || !(isAllowed || access.why === 'always')) return state;
  const used = children.reduce((known, child) => addUsageOf(known, child, seconds, isAllowed, now), state);
  return { ...used, lastUsedAt: now };
}

/** Adds seconds for one child: to the device if they count against the daily limit, and to the open app. */
function addUsageOf(state: DeviceState, child: PolicyChild, seconds: number, isAllowed: boolean, now: number): DeviceState {
  const { openApp } = state;
  const key = { childId: child.user_id, date: localDate(now, child.time_zone) };
  const isCounted = isAllowed && (openApp === null || !isUncounted(state, child, openApp)) && !isGranted(state, child, now);
  const most = Math.min(MAX_USAGE_TOTALS, USAGE_KEPT * (state.policy?.rules.users.length ?? 1));
  const usage = isCounted ? addTo(state.usage, key, seconds).slice(-most) : state.usage;
  const oldest = addDays(key.date, -APP_DAYS_KEPT);
  const appUsage =
    openApp === null ? state.appUsage : addTo(state.appUsage, { ...key, bundleId: openApp }, seconds).filter(({ date }) => date > oldest);
  return { ...state, usage, appUsage };
}

type Key = { childId: string; date: string; bundleId?: string };

/** Returns the totals with the seconds added under `key`, which moves to the end. */
function addTo<Total extends Key>(
  totals: ReadonlyArray<Total & { seconds: number }>,
  key: Total,
  seconds: number,
): Array<Total & { seconds: number }> {
  const isIt = (total: Key): boolean => total.childId === key.childId && total.date === key.date && total.bundleId === key.bundleId;
  const before = totals.find(isIt)?.seconds ?? 0;
  return [...totals.filter((total) => !isIt(total)), { ...key, seconds: before + Math.round(seconds) }];
}
