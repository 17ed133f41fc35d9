import { listNotifications } from '#app/wire/notification.ts';
import { newFamilyAt, switchBedtime } from './clock.ts';
import type { Parent } from './parent.ts';
import { stopClock } from './worker.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Monday, 13:00 in Berlin. Bedtime begins at 20:00 UTC. */
export const MONDAY = '2026-11-16T12:00:00Z';
export const NINE = Date.parse('2026-11-16T20:00:00Z');

/** Returns the active notifications without the reminder to verify the email address, which every new account has. */
export async function list(parent: Parent, locale = 'en') {
  const notifications = await parent.call(listNotifications, { query: { locale, state: 'active' } });
  return notifications.filter(({ type }) => type !== 'email_verification_required');
}

export async function types(parent: Parent): Promise<Array<string>> {
  return (await list(parent)).map(({ type }) => type);
}

/** Creates a family with Bedtime on, and stops its clock 15 minutes before Bedtime begins. */
export async function announcedFamily() {
  const family = await newFamilyAt(MONDAY);
  const rule = await switchBedtime(family.parent, family.id);
  await stopClock(NINE - 15 * MINUTE, family.parent, family.agent);
  return { ...family, rule, query: { user_id: family.id } };
}
