import { seal } from '#app/server/seal.server.ts';
import { createAccount, type LoginAnswer } from '#app/wire/account.ts';
import { createPairing, createUser, type UserWire } from '#app/wire/family.ts';
import { createRule, listRules, updateRule } from '#app/wire/rule.ts';
import type { Device } from '#device/call.ts';
import { pairDevice } from '#tools/pair-device.ts';
import { Agent } from '../clients/agent.ts';
import { authKey, Parent, signUpBody } from '../clients/parent.ts';
import { Visitor } from './load.ts';
import { type Product, SESSION_KEYS } from './product.ts';

export type Family = { parent: Parent; children: Array<UserWire>; agents: Array<Agent>; login: LoginAnswer };

const NAMES = ['Mia', 'Ben', 'Zoe', 'Tom', 'Ida', 'Max'];
let families = 0;

/** Signs up a family on the largest plan with this many children and devices. Every device has reported once. */
export async function makeFamily(product: Product, size: { children: number; devices: number }): Promise<Family> {
  families += 1;
  const email = `bench-${process.pid}-${families}@porchlight.example`;
  const send = (request: Request) => fetch(request);
  const answer = await fetch(product.apiUrl + createAccount.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(signUpBody(email, authKey(email))),
  });
  if (!answer.ok) throw new Error(`The sign-up was answered with ${answer.status}: ${await answer.text()}`);
  const login = createAccount.output.parse(await answer.json());
  const parent = new Parent(send, login, product.apiUrl);
  const { granted, reason } = await (await product.webEnv()).INTERNAL.grant(email, 'premium_plus_annual');
  if (!granted) throw new Error(`No plan for the family: ${reason}`);
  const children: Array<UserWire> = [];
  for (let index = 0; index < size.children; index += 1) {
    const body = { user_obj: { user_name: NAMES[index] ?? `Child ${index + 1}`, time_zone: 'Europe/Berlin' } };
    children.push(await parent.call(createUser, { body }));
  }
  const agents: Array<Agent> = [];
  for (let index = 0; index < size.devices; index += 1) {
    const child = children[index % children.length];
    if (child === undefined) throw new Error('A device needs a child');
    const { code } = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
    const agent = await Agent.enrol(send, { code }, crypto.randomUUID(), product.apiUrl);
    await agent.report('allowed');
    agents.push(agent);
  }
  return { parent, children, agents, login };
}

/** Pairs a device of the device library with the child. `world`: its environment, except the store. */
export async function pairWithChild(product: Product, parent: Parent, childId: string, world: Omit<Device, 'store'>): Promise<Device> {
  const { code } = await parent.call(createPairing, { body: { user_id: childId, os: 'android' } });
  return { ...(await pairDevice(product.apiUrl, code)), ...world };
}

const SCHEDULES = ['Homework', 'Lunch', 'Piano', 'Dinner', 'Reading', 'Football', 'Tidying', 'Grandma'];

/** Adds rules for each child: Bedtime turned on, `schedules` schedules, and an override that the devices have confirmed. */
export async function addRules({ parent, children, agents }: Family, schedules = 5): Promise<void> {
  for (const { user_id } of children) {
    const query = { user_id };
    const bedtime = (await parent.call(listRules, { query })).find(({ type }) => type === 'temporal_default');
    if (bedtime === undefined) throw new Error('A new child has no Bedtime schedule');
    await parent.call(updateRule, { query, body: { rule_id: bedtime.rule_id, updated_ts: bedtime.updated_ts, suspended: false } });
    for (const [index, name] of SCHEDULES.slice(0, schedules).entries()) {
      const window = `${String(6 + 2 * index).padStart(2, '0')}:00PT45M`;
      const body = { type: 'temporal', rule_name: name, days: [0, 1, 1, 1, 1, 1, 0], time_duration: window } as const;
      await parent.call(createRule, { query, body });
    }
    const expiry = Date.now() + 6 * 3_600_000;
    await parent.call(createRule, { query, body: { type: 'override', ruledef_name: 'grant', expiry } });
  }
  for (const agent of agents) await agent.ack(await agent.commands(), 'allowed');
}

/** A page and the visitor that has it open; `cookies` by name. */
export type OpenPage = { visitor: Visitor; url: string; cookies: ReadonlyMap<string, string> };

/** Opens the manage page of the first child. Returns its address and a visitor with all cookies. */
export async function openManagePage(product: Product, { login, parent }: Family): Promise<OpenPage> {
  const jar = new Map([['session', await seal(SESSION_KEYS, 'session', toSession(login, parent), 3600)]]);
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const first = new Visitor({ Accept: 'text/html', 'Accept-Language': 'en' });
  let url = `${product.webUrl}/manage`;
  for (let hop = 0; hop < 5; hop += 1) {
    const page = await first.get(url, { Cookie: cookies() });
    for (const line of page.headers['set-cookie'] ?? []) {
      const pair = line.split(';')[0] ?? '';
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    if (page.headers.location !== undefined) {
      url = new URL(page.headers.location, url).href;
      continue;
    }
    first.close();
    if (page.status !== 200 || !page.text.includes('data-testid="now"')) throw new Error(`${url} is no manage page: ${page.status}`);
    return { visitor: new Visitor({ Accept: 'text/html', 'Accept-Language': 'en', Cookie: cookies() }), url, cookies: jar };
  }
  throw new Error('/manage leads on without end');
}

/** Returns the content of the sealed cookie (app/server/session.server.ts, which only the bundler can load). */
function toSession([account]: LoginAnswer, parent: Parent) {
  const { accountId, sessionId, secret, secretId } = parent.credentials;
  return {
    accountId,
    sessionId,
    secret,
    secretId,
    userId: parent.userId,
    email: parent.email,
    isLegacy: false,
    hasPasswordError: false,
    isInit: true,
    tokenTS: account.token_ts,
    startedAt: Date.now(),
    version: 3,
  };
}
