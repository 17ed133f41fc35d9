import { runInDurableObject } from 'cloudflare:test';
import type { Bytes } from '#app/keys/bytes.ts';
import { type AnnounceAnswer, announceSample } from '#app/wire/samples.ts';
import { ownedSkuSchema } from '#app/wire/subscription.ts';
import type { Agent } from './agent.ts';
import { newFamilyAt } from './clock.ts';
import { type Answer, authKey, type Parent, read } from './parent.ts';
import { KEY, type SealOptions, sealSample } from './seal-sample.ts';
import { familyOf, send } from './worker.ts';

/** Registers the account key, as a browser does after the first login. */
export async function registerKey(parent: Parent, key = KEY): Promise<void> {
  const request_args = { ...key, requested_by: parent.userId, secret: authKey(parent.email) };
  const answer = await parent.raw('POST', '/key_exchange', { request_type: 'acctkey.register', request_args });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

/** Reports as a device that trusts the account key, and may make screenshots. */
export function reportReady(agent: Agent, more: Record<string, unknown> = {}): Promise<Answer> {
  return agent.report('allowed', { components: { account_key: 'pinned' }, ...more });
}

/** Creates a family like `newFamilyAt` with an account key, and devices that trust it. */
export async function newSampledFamily(at: string, options: Parameters<typeof newFamilyAt>[1] = {}) {
  const family = await newFamilyAt(at, { plan: 'premium_plus_monthly', ...options });
  await registerKey(family.parent);
  for (const agent of family.agents) await reportReady(agent);
  return family;
}

export async function announce(agent: Agent, body: unknown): Promise<AnnounceAnswer> {
  const answer = await agent.raw('POST', announceSample.path, body);
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return announceSample.output.parse(answer.body);
}

/** Sends bytes to an upload address. */
export async function put(url: string, bytes: Bytes): Promise<Answer> {
  return read(await send(new Request(url, { method: 'PUT', body: bytes })));
}

export function download(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return send(new Request(url, { headers }));
}

/** Seals a sample, announces it and uploads all of it. */
export async function uploadSample(agent: Agent, userId: string, options: SealOptions = {}) {
  const made = await sealSample(agent, userId, options);
  const answer = await announce(agent, made.body);
  for (const { kind, url } of answer.put) {
    const stored = await put(url, made.sealed[kind] ?? new Uint8Array());
    if (stored.status !== 200) throw new Error(`${kind}: ${stored.status} ${JSON.stringify(stored.body)}`);
  }
  return made;
}

/** Turns automatic captures on for a child. */
export async function turnOnAutomatic(parent: Parent, userId: string): Promise<void> {
  const request_args = { user_id: userId, config: { automated: { enabled: true } } };
  const answer = await parent.raw('POST', '/vew_request', { request_type: 'update_user_config', request_args });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

/** Lets all plans of the account end at an instant. */
export function endPlan({ accountId }: Parent, at: number): Promise<void> {
  return runInDurableObject(familyOf(accountId), (family, { storage: { sql } }) => {
    const [row] = sql.exec<{ owned_json: string }>("SELECT owned_json FROM sku WHERE sku <> 'free'").toArray();
    family.grant({ ...ownedSkuSchema.parse(JSON.parse(row?.owned_json ?? '')), expiration: at });
  });
}
