import { runInDurableObject } from 'cloudflare:test';
import { createHash } from 'node:crypto';
import { HIT_CATEGORIES } from '#app/domain/sample-details.ts';
import { type Bytes, fromBase64, toBase64Url, utf8 } from '#app/keys/bytes.ts';
import { createContentKey, type ObjectKind, readIv, sealObject, wrapContentKey } from '#app/keys/sealed-object.ts';
import { type AnnounceAnswer, announceSample, type OcrSummaryWire } from '#app/wire/samples.ts';
import { ownedSkuSchema } from '#app/wire/subscription.ts';
import { accountKey } from './account-key.ts';
import type { Agent } from './agent.ts';
import { newFamilyAt } from './clock.ts';
import { type Answer, authKey, type Parent, read } from './parent.ts';
import { familyOf, send } from './worker.ts';

export const KEY = accountKey();

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

let count = 0;
export function newSampleId(): string {
  count += 1;
  return `sample-${String(count).padStart(12, '0')}`;
}

export type Objects = Record<string, Bytes>;
type Options = { id?: string; hits?: Partial<OcrSummaryWire>; screens?: number; at?: number; content?: Objects } & Record<string, unknown>;

/** Seals a sample. Returns the body that announces it, and the sealed objects by kind. */
export async function sealSample(agent: Agent, userId: string, { id, hits, screens = 1, at, content, ...more }: Options = {}) {
  const sampleId = id ?? newSampleId();
  const contentKey = await createContentKey();
  const kinds: Array<ObjectKind> = ['thumb', 'meta', ...Array.from({ length: screens }, (_, index): ObjectKind => `screen-${index}`)];
  const sealed: Objects = {};
  for (const kind of kinds) {
    const ref = { accountId: agent.accountId, deviceId: agent.deviceId, sampleId, kind, keyId: KEY.key_id };
    sealed[kind] = await sealObject(contentKey, ref, content?.[kind] ?? utf8(`the ${kind} of ${sampleId}`));
  }
  const wrapped = toBase64Url(await wrapContentKey(contentKey, fromBase64(KEY.key) ?? new Uint8Array()));
  const now = agent.clock ?? Date.now();
  const body = {
    sample_id: sampleId,
    user_id: userId,
    sample_ts: at ?? now,
    cause: 'periodic',
    notice_ts: at ?? now,
    keys: [{ key_id: KEY.key_id, wrapped }],
    ocr_summary: { ...Object.fromEntries(HIT_CATEGORIES.map((category) => [category, 0])), ...hits },
    objects: kinds.map((kind) => toAnnounced(kind, sealed[kind] ?? new Uint8Array())),
    ...more,
  };
  return { sampleId, body, sealed, contentKey };
}

function toAnnounced(kind: string, bytes: Bytes) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { kind, bytes: bytes.length, sha256, iv: toBase64Url(readIv(bytes) ?? new Uint8Array(12)) };
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
export async function uploadSample(agent: Agent, userId: string, options: Options = {}) {
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
