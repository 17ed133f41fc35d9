import { describe, expect, test, vi } from 'vitest';
import {
  type Identification,
  keyIdIndependently,
  openIndependently,
  sealIndependently,
  unwrapIndependently,
  wrapIndependently,
} from '#tests/clients/independent-sealing';
import { createKeyPair, importPrivateKey, keyIdOf } from './account-key.ts';
import { type Bytes, fromBase64, fromBase64Url, utf8 } from './bytes.ts';
import {
  AlteredObject,
  createContentKey,
  InvalidObject,
  type ObjectKind,
  type ObjectRef,
  objectAad,
  openObject,
  readIv,
  SEAL_OVERHEAD,
  sealObject,
  unwrapContentKey,
  WrongKey,
  wrapContentKey,
} from './sealed-object.ts';
import vectors from './sealed-vectors.json' with { type: 'json' };

// Generating primes of 1536 bits takes an unpredictable time.
vi.setConfig({ testTimeout: 120_000 });

const REF: ObjectRef = { accountId: 'account', deviceId: 'device', sampleId: 'sample', kind: 'screen-0', keyId: 'key' };
const PICTURE = utf8('the bytes of a JPEG');

function bytesOf(base64: string): Bytes {
  const bytes = fromBase64(base64);
  if (bytes === null) throw new Error('Not base64');
  return bytes;
}

function toIdentification({ accountId, deviceId, sampleId, kind, keyId }: ObjectRef): Identification {
  return { account: accountId, device: deviceId, sample: sampleId, kind, key: keyId };
}

async function rawOf(key: CryptoKey): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.exportKey('raw', key));
}

function importContentKey(raw: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

function flip(bytes: Bytes, index: number): Bytes {
  return bytes.map((byte, at) => (at === index ? byte ^ 1 : byte));
}

const refOf = (kind: string): ObjectRef => ({
  accountId: vectors.account_id,
  deviceId: vectors.device_id,
  sampleId: vectors.sample_id,
  kind: kind as ObjectKind,
  keyId: vectors.key_id,
});

describe('sealed objects', () => {
  test.each(vectors.objects)('seals and opens the test vector: $kind', async ({ kind, iv, content, sealed }) => {
    const contentKey = await importContentKey(bytesOf(vectors.content_key));
    const made = await sealObject(contentKey, refOf(kind), bytesOf(content), fromBase64Url(iv) ?? undefined);
    expect(made).toEqual(bytesOf(sealed));
    expect(await openObject(contentKey, refOf(kind), bytesOf(sealed))).toEqual(bytesOf(content));
    expect(readIv(bytesOf(sealed))).toEqual(fromBase64Url(iv));
  });

  test('unwraps the content key of the test vector, and the second implementation agrees with all of it', async () => {
    expect(await keyIdOf(bytesOf(vectors.public_key))).toBe(vectors.key_id);
    expect(keyIdIndependently(bytesOf(vectors.public_key))).toBe(vectors.key_id);
    const privateKey = await importPrivateKey(bytesOf(vectors.private_key));
    const contentKey = await unwrapContentKey(privateKey, bytesOf(vectors.wrapped));
    const raw = unwrapIndependently(bytesOf(vectors.wrapped), bytesOf(vectors.private_key));
    expect(raw.toString('base64')).toBe(vectors.content_key);
    for (const { kind, iv, content, sealed } of vectors.objects) {
      expect(await openObject(contentKey, refOf(kind), bytesOf(sealed))).toEqual(bytesOf(content));
      const about = toIdentification(refOf(kind));
      expect(sealIndependently(raw, Buffer.from(iv, 'base64url'), bytesOf(content), about).toString('base64')).toBe(sealed);
      expect(openIndependently(raw, bytesOf(sealed), about).toString('base64')).toBe(content);
    }
  });

  test('the second implementation opens what the product seals, and the reverse (GAL-047, GAL-048)', async () => {
    const { spki, pkcs8 } = await createKeyPair();
    const contentKey = await createContentKey();
    const sealed = await sealObject(contentKey, REF, PICTURE);
    const raw = unwrapIndependently(await wrapContentKey(contentKey, spki), pkcs8);
    expect(openIndependently(raw, sealed, toIdentification(REF))).toEqual(Buffer.from(PICTURE));

    const iv = crypto.getRandomValues(new Uint8Array(12));
    const theirs = new Uint8Array(sealIndependently(raw, iv, PICTURE, toIdentification(REF)));
    const unwrapped = await unwrapContentKey(await importPrivateKey(pkcs8), new Uint8Array(wrapIndependently(raw, spki)));
    expect(await openObject(unwrapped, REF, theirs)).toEqual(PICTURE);
    expect(unwrapped).toMatchObject({ extractable: false, usages: ['decrypt'] });
  });

  test('two accounts’ keys open one object: a second key is one more wrap', async () => {
    const [mother, father, stranger] = await Promise.all([createKeyPair(), createKeyPair(), createKeyPair()]);
    const contentKey = await createContentKey();
    const sealed = await sealObject(contentKey, REF, PICTURE);
    for (const { spki, pkcs8 } of [mother, father]) {
      const wrapped = await wrapContentKey(contentKey, spki);
      expect(await openObject(await unwrapContentKey(await importPrivateKey(pkcs8), wrapped), REF, sealed)).toEqual(PICTURE);
      await expect(unwrapContentKey(await importPrivateKey(stranger.pkcs8), wrapped)).rejects.toThrow(WrongKey);
      await expect(unwrapContentKey(await importPrivateKey(pkcs8), flip(wrapped, 100))).rejects.toThrow(WrongKey);
    }
  });

  test.each([
    ['account', { accountId: 'other' }],
    ['device', { deviceId: 'other' }],
    ['sample', { sampleId: 'other' }],
    ['kind', { kind: 'thumb' }],
    ['screen', { kind: 'screen-1' }],
    ['key id', { keyId: 'other' }],
  ] as const)('refuses an object of another %s', async (_name, other) => {
    const contentKey = await createContentKey();
    const sealed = await sealObject(contentKey, REF, PICTURE);
    await expect(openObject(contentKey, { ...REF, ...other }, sealed)).rejects.toThrow(AlteredObject);
    const about = toIdentification({ ...REF, ...other });
    const raw = await rawOf(contentKey);
    expect(openIndependently(raw, sealed, toIdentification(REF))).toEqual(Buffer.from(PICTURE));
    expect(() => openIndependently(raw, sealed, about)).toThrow();
  });

  test('refuses an object in which any byte was altered', async () => {
    const contentKey = await createContentKey();
    const sealed = await sealObject(contentKey, REF, PICTURE);
    const raw = await rawOf(contentKey);
    for (let index = 0; index < sealed.length; index++) {
      const altered = flip(sealed, index);
      await expect(openObject(contentKey, REF, altered), `byte ${index}`).rejects.toThrow(index < 5 ? InvalidObject : AlteredObject);
      expect(() => openIndependently(raw, altered, toIdentification(REF)), `byte ${index}`).toThrow();
    }
  });

  test('refuses a truncated object, an extended one, a readable picture and an object of another content key', async () => {
    const contentKey = await createContentKey();
    const sealed = await sealObject(contentKey, REF, PICTURE);
    for (let length = 0; length < sealed.length; length++) {
      const expected = length < SEAL_OVERHEAD ? InvalidObject : AlteredObject;
      await expect(openObject(contentKey, REF, sealed.slice(0, length)), `${length} bytes`).rejects.toThrow(expected);
    }
    await expect(openObject(contentKey, REF, new Uint8Array([...sealed, 0]))).rejects.toThrow(AlteredObject);
    await expect(openObject(contentKey, REF, new Uint8Array([0xff, 0xd8, ...sealed]))).rejects.toThrow(InvalidObject);
    await expect(openObject(await createContentKey(), REF, sealed)).rejects.toThrow(AlteredObject);
  });

  test('uses a new iv for each object, and binds the five parts in one order', async () => {
    const contentKey = await createContentKey();
    const [one, two] = await Promise.all([sealObject(contentKey, REF, PICTURE), sealObject(contentKey, REF, PICTURE)]);
    expect(readIv(one)).not.toEqual(readIv(two));
    expect(new TextDecoder().decode(objectAad(REF))).toBe('account|device|sample|screen-0|key');
    for (const bad of ['', 'a|b']) expect(() => objectAad({ ...REF, deviceId: bad })).toThrow(RangeError);
  });
});
