import { createHash } from 'node:crypto';
import { HIT_CATEGORIES } from '#app/domain/sample-details.ts';
import { type Bytes, fromBase64, toBase64Url, utf8 } from '#app/keys/bytes.ts';
import { createContentKey, type ObjectKind, readIv, sealObject, wrapContentKey } from '#app/keys/sealed-object.ts';
import type { OcrSummaryWire } from '#app/wire/samples.ts';
import { accountKey } from './account-key.ts';
import type { Agent } from './agent.ts';

/** The account key to which samples are sealed unless a test gives another one. */
export const KEY = accountKey();

let count = 0;
export function newSampleId(): string {
  count += 1;
  return `sample-${String(count).padStart(12, '0')}`;
}

export type Objects = Record<string, Bytes>;
export type SealOptions = {
  id?: string;
  hits?: Partial<OcrSummaryWire>;
  screens?: number;
  at?: number;
  content?: Objects;
  key?: { key: string; key_id: string };
} & Record<string, unknown>;

/** Seals a sample. Returns the body that announces it, and the sealed objects by kind. */
export async function sealSample(
  agent: Agent,
  userId: string,
  { id, hits, screens = 1, at, content, key = KEY, ...more }: SealOptions = {},
) {
  const sampleId = id ?? newSampleId();
  const contentKey = await createContentKey();
  const kinds: Array<ObjectKind> = ['thumb', 'meta', ...Array.from({ length: screens }, (_, index): ObjectKind => `screen-${index}`)];
  const sealed: Objects = {};
  for (const kind of kinds) {
    const ref = { accountId: agent.accountId, deviceId: agent.deviceId, sampleId, kind, keyId: key.key_id };
    sealed[kind] = await sealObject(contentKey, ref, content?.[kind] ?? utf8(`the ${kind} of ${sampleId}`));
  }
  const wrapped = toBase64Url(await wrapContentKey(contentKey, fromBase64(key.key) ?? new Uint8Array()));
  const now = agent.clock ?? Date.now();
  const body = {
    sample_id: sampleId,
    user_id: userId,
    sample_ts: at ?? now,
    cause: 'periodic',
    notice_ts: at ?? now,
    keys: [{ key_id: key.key_id, wrapped }],
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
