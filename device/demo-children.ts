import { createUser, listUsers, type UserWire, updateUser } from '#app/wire/family.ts';
import { getGranularity, putGranularity } from '#app/wire/granularity.ts';
import { createRule, listRules, updateRule } from '#app/wire/rule.ts';
import { toPatch } from './demo-apps.ts';
import { DEMO_CHILDREN, type DemoChild } from './demo-cast.ts';
import { type Seal, UNKNOWN_ID } from './demo-record.ts';
import type { Parent } from './parent.ts';

const WEEKDAYS: Array<0 | 1> = [0, 1, 1, 1, 1, 1, 0];

/**
 * Creates the demo children that this seal does not list, with their rules. Reuses a child of the same name from an interrupted attempt.
 * Without the plan, sets no daily limit and no app rules.
 * @returns each child’s id by first name; null if a person removed the child
 */
export async function addChildren(parent: Parent, seal: Seal, hasPlan: boolean): Promise<Record<string, string | null>> {
  const users = [await parent.call(listUsers, { query: {} })].flat().filter(({ type }) => type === 10);
  // One at a time, because pages show children in order of creation.
  const made: Array<[string, string | null]> = [];
  const fresh: Array<{ user: UserWire; child: DemoChild }> = [];
  for (const child of DEMO_CHILDREN) {
    const { name, timeZone } = child;
    const id = seal.children[name];
    const byName = users.find(({ user_name }) => user_name === name);
    if (id !== undefined) {
      made.push([name, (id === UNKNOWN_ID ? byName : users.find(({ user_id }) => user_id === id))?.user_id ?? null]);
      continue;
    }
    const user = byName ?? (await parent.call(createUser, { body: { user_obj: { user_name: name, time_zone: timeZone } } }));
    made.push([name, user.user_id]);
    fresh.push({ user, child });
  }
  await Promise.all(fresh.map(({ user, child }) => setRules(parent, user, child, hasPlan)));
  return Object.fromEntries(made);
}

async function setRules(
  parent: Parent,
  user: UserWire,
  { bedtime, school, allowance, appRules }: DemoChild,
  hasPlan: boolean,
): Promise<void> {
  const query = { user_id: user.user_id };
  const rules = await parent.call(listRules, { query });
  const ready = rules.find(({ type }) => type === 'temporal_default');
  if (ready?.suspended) {
    const hours = bedtime === null ? {} : { time_duration: bedtime };
    await parent.call(updateRule, { query, body: { rule_id: ready.rule_id, updated_ts: ready.updated_ts, suspended: false, ...hours } });
  }
  if (school !== null && !rules.some(({ rule_name }) => rule_name === school.name)) {
    const times = { days: WEEKDAYS, time_duration: school.hours, recurring: true, suspended: false };
    await parent.call(createRule, { query, body: { type: 'temporal', rule_name: school.name, ...times } });
  }
  if (hasPlan && allowance !== null && !user.allowance_enabled) {
    await parent.call(updateUser, {
      body: { user_id: user.user_id, updated_ts: user.updated_ts, allowance, allowance_enabled: true },
    });
  }
  if (!hasPlan) return;
  const [granularity] = await parent.call(getGranularity, { query });
  if (granularity !== undefined && Object.keys(granularity.app_directives).length > 0) return;
  await parent.call(putGranularity, { body: { user_id: user.user_id, patch: toPatch(appRules) } });
}
