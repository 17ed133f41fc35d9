import { scryptSync } from 'node:crypto';
import { deriveAuthKey, SCRYPT_MAX_MEMORY } from '#app/keys/derive.ts';
import { createPairing, createUser } from '#app/wire/family.ts';
import { announceSample, updateUserConfig } from '#app/wire/samples.ts';
import { PlainBrowser } from '#tools/plain-browser.ts';
import { Agent } from './agent.ts';
import { authKey, Parent } from './parent.ts';
import { KEY, type SealOptions, sealSample } from './seal-sample.ts';

type Servers = { webUrl: string; apiUrl: string; webEnv(): Promise<{ INTERNAL: { grant(email: string, sku: string): Promise<unknown> } }> };

const send = (request: Request) => fetch(request);

/** A family on real servers: a browser without script, the same parent at the API, a child, and its devices, which trust the account key. */
export type GalleryFamily = {
  browser: PlainBrowser;
  cookies: Map<string, string>;
  parent: Parent;
  email: string;
  childId: string;
  agents: Array<Agent>;
};

/** Signs up by a form, and adds a child with devices. `sku`: null for the free plan. */
export async function openGalleryFamily(
  servers: Servers,
  { sku = 'premium_plus_monthly', devices = 1 }: { sku?: string | null; devices?: number } = {},
): Promise<GalleryFamily> {
  const email = `gallery-${crypto.randomUUID()}@example.com`;
  const password = 'correct horse battery';
  const cookies = new Map<string, string>();
  const browser = new PlainBrowser(servers.webUrl, { 'X-Forwarded-For': address() }, cookies);
  await browser.press(await browser.open('/?view=signup'), 'signup', { email, password });
  const derived = await deriveAuthKey(email, password, (text, salt, { N, r, p, dkLen }) =>
    scryptSync(text, salt, dkLen, { N, r, p, maxmem: SCRYPT_MAX_MEMORY }),
  );
  const parent = await Parent.signIn(send, email, servers.apiUrl, derived);
  const { INTERNAL } = await servers.webEnv();
  if (sku !== null) await INTERNAL.grant(email, sku);
  await registerKey(parent, derived);
  const { user_id: childId } = await parent.call(createUser, { body: { user_obj: { user_name: 'Mia', time_zone: 'Europe/Berlin' } } });
  const agents: Array<Agent> = [];
  for (let index = 0; index < devices; index += 1) agents.push(await pairDevice(parent, childId, servers.apiUrl));
  return { browser, cookies, parent, email, childId, agents };
}

function address(): string {
  const part = () => Math.floor(Math.random() * 65_536).toString(16);
  return `2001:db8:${part()}:${part()}::1`;
}

async function registerKey(parent: Parent, secret = authKey(parent.email)): Promise<void> {
  const request_args = { ...KEY, requested_by: parent.userId, secret };
  const answer = await parent.raw('POST', '/key_exchange', { request_type: 'acctkey.register', request_args });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

/** Pairs a device of the child, which trusts the account key unless `report` says otherwise. */
export async function pairDevice(
  parent: Parent,
  childId: string,
  apiUrl: string,
  report: Record<string, unknown> = { components: { account_key: 'pinned' } },
): Promise<Agent> {
  const { code } = await parent.call(createPairing, { body: { user_id: childId, os: 'android' } });
  const agent = await Agent.enrol(send, { code }, undefined, apiUrl);
  await agent.report('allowed', report);
  return agent;
}

/** Turns automatic screenshots on, so that a device may send any. */
export async function turnOnAutomatic(parent: Parent, childId: string, quiet: { from: string; to: string } | null = null): Promise<void> {
  const request_args = { user_id: childId, config: { automated: { enabled: true, quiet } } };
  await parent.call(updateUserConfig, { body: { request_type: 'update_user_config', request_args } });
}

/** Seals a sample, announces it and uploads all of it. Returns its id. */
export async function sendSample(agent: Agent, childId: string, options: SealOptions = {}): Promise<string> {
  const { sampleId, body, sealed } = await sealSample(agent, childId, { id: `sample-${crypto.randomUUID()}`, ...options });
  const answer = await agent.raw('POST', announceSample.path, body);
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  for (const { kind, url } of announceSample.output.parse(answer.body).put) {
    const stored = await fetch(url, { method: 'PUT', body: sealed[kind] ?? new Uint8Array() });
    if (stored.status !== 200) throw new Error(`${kind}: ${stored.status}`);
  }
  return sampleId;
}
