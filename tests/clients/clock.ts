import { runInDurableObject } from 'cloudflare:test';
import type { UserWire } from '#app/wire/family.ts';
import { listRules, type RuleWire, updateRule } from '#app/wire/rule.ts';
import { DUE } from '#workers/api/family/store/due.queries.ts';
import type { Agent } from './agent.ts';
import { Parent } from './parent.ts';
import { familyOf, internal, newChild, newDevice, readRows, send, stopClock } from './worker.ts';

/** Creates a family with one child and `devices` devices. Its clock is stopped at `at` before the child is added. */
export async function newFamilyAt(
  at: string,
  { plan = 'premium_monthly', zone = 'Europe/Berlin', devices = 1 } = {},
): Promise<{ parent: Parent; child: UserWire; id: string; now: number; agents: Array<Agent>; agent: Agent }> {
  const parent = await Parent.signUp(send);
  if (plan !== '') await internal.grant(parent.email, plan);
  const now = Date.parse(at);
  await stopClock(now, parent);
  const child = await newChild(parent, 'Mia', zone);
  const agents: Array<Agent> = [];
  for (let index = 0; index < devices; index++) agents.push(await newDevice(parent, child.user_id));
  const [agent] = agents;
  if (agent === undefined) throw new Error('A family of these tests has a device');
  return { parent, child, id: child.user_id, now, agents, agent };
}

/** Turns Bedtime on and applies `changes` to it. */
export async function switchBedtime(parent: Parent, userId: string, changes: Record<string, unknown> = {}): Promise<RuleWire> {
  const query = { user_id: userId };
  const bedtime = (await parent.call(listRules, { query })).find(({ type }) => type === 'temporal_default');
  const body = { rule_id: bedtime?.rule_id, updated_ts: bedtime?.updated_ts, suspended: false, ...changes };
  return parent.call(updateRule, { query, body });
}

/** Sets the family's clock without running due work, as after a change of the machine's clock or a lost alarm. */
export async function jumpTo(at: number, parent: Parent, ...agents: Array<Agent>): Promise<void> {
  await runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => storage.kv.put('test-now', at));
  for (const client of [parent, ...agents]) client.clock = at;
}

/** Triggers the family's alarm now. */
export function ring(parent: Parent): Promise<void> {
  return runInDurableObject(familyOf(parent.accountId), (family) => family.alarm());
}

/** Returns the audit entries that the clock wrote, as [time, kind], in order. */
export async function listClockChanges(parent: Parent): Promise<Array<[at: string, kind: string]>> {
  const query = "SELECT at, kind FROM audit WHERE actor_id = 'clock:' ORDER BY id";
  const rows = await readRows<{ at: number; kind: string }>(parent.accountId, query);
  return rows.map(({ at, kind }) => [new Date(at).toISOString(), kind]);
}

/** Returns when the work of this kind and id is due, as ISO text, or null. */
export async function dueAt(parent: Parent, kind: string, id: string): Promise<string | null> {
  const [row] = await readRows<{ at: number }>(parent.accountId, `SELECT at FROM ${DUE} WHERE kind = '${kind}' AND id = '${id}'`);
  return row === undefined ? null : new Date(row.at).toISOString();
}
