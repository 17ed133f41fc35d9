import * as z from 'zod';
import { createUser } from '#app/wire/family.ts';
import { listRules } from '#app/wire/rule.ts';
import { sendOrder } from '#tools/control.ts';
import { Parent, type Send, uniqueEmail } from './clients/parent.ts';

/**
 * A family on a server that may be killed. `asked`: the rules that the parent requested, by name; true once the server acknowledged the
 * rule.
 */
export type RealFamily = { email: string; parent: Parent; childId: string; asked: Map<string, boolean> };

const send: Send = (request) => fetch(request);
const ruleSchema = z.object({ rule_id: z.string() });

/** Signs up on a server of tests/real-start.ts, with a plan that allows schedules, and adds one child. */
export async function openFamily(apiUrl: string, data: string): Promise<RealFamily> {
  const email = uniqueEmail();
  const parent = await Parent.signUp(send, email, apiUrl);
  const granted = await sendOrder(data, { do: 'grant', email, sku: 'premium_monthly' });
  if (granted?.ok !== true) throw new Error(granted?.said ?? 'Nothing runs on this data');
  const { user_id } = await parent.call(createUser, { body: { user_obj: { user_name: 'Mia', time_zone: 'Europe/Berlin' } } });
  return { email, parent, childId: user_id, asked: new Map() };
}

/**
 * Adds rules with unique names until the server gives no answer.
 * @throws Error on an answer that is not a rule
 */
export async function addRules(family: RealFamily): Promise<void> {
  for (;;) {
    const name = `Homework ${family.asked.size}`;
    family.asked.set(name, false);
    if (!(await addRule(family, name))) return;
  }
}

/**
 * Adds one rule. The name is also part of the idempotency key, so a second call is a retry.
 * @returns false if no answer came
 */
async function addRule({ parent, childId, asked }: RealFamily, name: string): Promise<boolean> {
  const body = { type: 'temporal', rule_name: name, days: [0, 1, 1, 1, 1, 1, 0], time_duration: '15:00PT60M', suspended: true };
  const answer = await parent.raw('POST', `/rule?user_id=${childId}`, body, { key: `${childId} ${name}` }).catch(() => null);
  if (answer === null) return false;
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  ruleSchema.parse(answer.body);
  asked.set(name, true);
  return true;
}

/** Returns the number of rules on the server. */
export async function countRules(family: RealFamily): Promise<number> {
  return (await listNames(family)).length;
}

/**
 * Checks a family after a restart, with its old session and with a new login.
 * @returns what is wrong: acknowledged rules that are lost, and rules that are not there exactly once after a retry
 */
export async function checkFamily(family: RealFamily, apiUrl: string): Promise<Array<string>> {
  const kept = new Set(await listNames({ ...family, parent: await Parent.signIn(send, family.email, apiUrl) }));
  const lost = [...family.asked].filter(([name, isAcknowledged]) => isAcknowledged && !kept.has(name)).map(([name]) => `${name} is lost`);
  for (const [name, isAcknowledged] of family.asked) if (!isAcknowledged) await addRule(family, name);
  const names = await listNames(family);
  const other = [...family.asked.keys()].filter((name) => names.filter((one) => one === name).length !== 1);
  return [...lost, ...other.map((name) => `${name} is there ${names.filter((one) => one === name).length} times after it was repeated`)];
}

async function listNames({ parent, childId }: RealFamily): Promise<Array<string>> {
  const rules = await parent.call(listRules, { query: { user_id: childId } });
  return rules.flatMap((rule) => ('rule_name' in rule && typeof rule.rule_name === 'string' ? [rule.rule_name] : []));
}
