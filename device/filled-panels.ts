import { addDays, localDate } from '#app/domain/time.ts';
import { createPairing, createUser, listUsers, updateUser } from '#app/wire/family.ts';
import { putGranularity } from '#app/wire/granularity.ts';
import { putAttributes } from '#app/wire/identity.ts';
import { listNotifications, updateNotifications } from '#app/wire/notification.ts';
import { createRule, listRules, updateRule } from '#app/wire/rule.ts';
import { type DemoAppRules, toPatch } from './demo-apps.ts';
import type { Parent } from './parent.ts';

// Fills the panels of /manage through the public API, for screenshots with content.

/** Creates a child and returns its id. */
export async function addChild(parent: Parent, user_name: string, time_zone: string): Promise<string> {
  return (await parent.call(createUser, { body: { user_obj: { user_name, time_zone } } })).user_id;
}

export async function findChild(parent: Parent, name: string): Promise<string> {
  const users = [await parent.call(listUsers, { query: {} })].flat();
  return users.find(({ user_name }) => user_name === name)?.user_id ?? '';
}

/** Creates a pairing code for a device of the child. */
export async function newCode(parent: Parent, user_id: string, os: 'android' | 'iOS'): Promise<string> {
  return (await parent.call(createPairing, { body: { user_id, os } })).code;
}

/** Sets the same daily limit for all days, and bonus time for today in `zone`. */
export async function setAllowance(
  parent: Parent,
  user_id: string,
  { minutes, extraMinutes = 0, zone }: { minutes: number; extraMinutes?: number; zone: string },
): Promise<void> {
  const [user] = [await parent.call(listUsers, { query: { user_id } })].flat();
  const allowance_extra = extraMinutes === 0 ? null : { date: dateIn(zone, 0), seconds: extraMinutes * 60 };
  const allowance = Array<number>(7).fill(minutes * 60);
  const body = { user_id, updated_ts: user?.updated_ts ?? 0, allowance, allowance_enabled: true, allowance_extra };
  await parent.call(updateUser, { body });
}

/** Sets app rules and turns the web filter on. */
export async function setApps(parent: Parent, user_id: string, rules: DemoAppRules): Promise<void> {
  const web_filter = { allow: ['kids.example', 'münchen.example'], deny: ['www.example.com', 'videos.example'], categories: ['gambling'] };
  const { omnibus_directives, ...patch } = toPatch(rules);
  const directives = { ...omnibus_directives, enableWebContentFilter: true };
  await parent.call(putGranularity, { body: { user_id, patch: { ...patch, web_filter, omnibus_directives: directives } } });
}

/**
 * Gives Bedtime two exceptions and adds four schedules: weekly, suspended, one-time, and an app schedule for `apps`.
 * @returns the ids of Bedtime and of the app schedule
 */
export async function addSchedules(
  parent: Parent,
  user_id: string,
  { zone, apps }: { zone: string; apps: Array<string> },
): Promise<{ bedtime: string; ofApps: string }> {
  const query = { user_id };
  const exceptions = [
    { date: dateIn(zone, 2), off: true as const },
    { date: dateIn(zone, 4), window: '22:30PT450M' },
  ];
  const bedtime = (await parent.call(listRules, { query })).find(({ type }) => type === 'temporal_default');
  if (bedtime === undefined) throw new Error('A new child has no Bedtime schedule');
  const { rule_id, updated_ts } = bedtime;
  await parent.call(updateRule, { query, body: { rule_id, updated_ts, suspended: false, exceptions } });
  const weekdays: Array<0 | 1> = [0, 1, 1, 1, 1, 1, 0];
  const ordinary = { type: 'temporal' as const, days: weekdays, recurring: true, suspended: false };
  const add = (rule_name: string, time_duration: string, more: { suspended?: boolean; recurring?: boolean; scope?: 'apps' } = {}) =>
    parent.call(createRule, { query, body: { ...ordinary, rule_name, time_duration, ...more } });
  await add('School', '08:00PT360M');
  await add('Football with a very long name', '17:00PT90M', { suspended: true });
  await add('Birthday', '18:00PT120M', { recurring: false });
  const games = await add('No games', '16:00PT120M', { scope: 'apps' });
  const app_schedules = Object.fromEntries(apps.map((bundleId) => [bundleId, [games.rule_id]]));
  await parent.call(putGranularity, { body: { user_id, patch: { app_schedules } } });
  return { bedtime: rule_id, ofApps: games.rule_id };
}

/** Stores whether the screen time welcome was shown; false shows it again. */
export async function setWelcomed(parent: Parent, wasAllowanceWelcomeModalShown: boolean): Promise<void> {
  await parent.call(putAttributes, { body: { webapp: { wasAllowanceWelcomeModalShown } } });
}

export async function dismissAll(parent: Parent): Promise<void> {
  const all = await parent.call(listNotifications, { query: { locale: 'en', state: 'active' } });
  const hidden = all.map(({ notif_id }) => ({ notif_id, details: { hidden: true } }));
  await parent.call(updateNotifications, { query: { locale: 'en' }, body: hidden });
}

/** Returns the local date that is `days` from now. */
export function dateIn(zone: string, days: number): string {
  return addDays(localDate(Date.now(), zone), days);
}
