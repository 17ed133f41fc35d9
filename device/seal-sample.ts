import { createHash } from 'node:crypto';
import type { SampleDetails } from '#app/domain/sample-details.ts';
import { decodeSpki } from '#app/keys/account-key.ts';
import { type Bytes, toBase64Url, utf8 } from '#app/keys/bytes.ts';
import { createContentKey, type ObjectKind, readIv, sealObject, wrapContentKey } from '#app/keys/sealed-object.ts';
import type { AnnounceBody } from '#app/wire/samples.ts';

type Sealed = Pick<AnnounceBody, 'keys' | 'objects'> & { contents: Record<string, Bytes> };

/**
 * Seals the parts of a sample for the trusted account key. Returns what the announcement says about them, and the sealed objects by kind.
 * @throws Error for an invalid key
 */
export async function sealSample(
  about: { accountId: string; deviceId: string; sampleId: string },
  key: { key: string; keyId: string },
  parts: { thumb: Bytes; details: SampleDetails; screens: ReadonlyArray<Bytes> },
): Promise<Sealed> {
  const spki = decodeSpki(key.key);
  if (spki === null) throw new Error('The account key is invalid');
  const contentKey = await createContentKey();
  const contents: Record<string, Bytes> = {};
  const plain: Array<[ObjectKind, Bytes]> = [
    ['thumb', parts.thumb],
    ['meta', utf8(JSON.stringify(parts.details))],
    ...parts.screens.map((screen, index): [ObjectKind, Bytes] => [`screen-${index}`, screen]),
  ];
  const objects: AnnounceBody['objects'] = [];
  for (const [kind, content] of plain) {
    const sealed = await sealObject(contentKey, { ...about, kind, keyId: key.keyId }, content);
    contents[kind] = sealed;
    const sha256 = createHash('sha256').update(sealed).digest('hex');
    objects.push({ kind, bytes: sealed.length, sha256, iv: toBase64Url(readIv(sealed) ?? new Uint8Array()) });
  }
  const wrapped = toBase64Url(await wrapContentKey(contentKey, spki));
  return { keys: [{ key_id: key.keyId, wrapped }], objects, contents };
}
