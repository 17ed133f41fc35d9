import { describe, expect, test, vi } from 'vitest';
import { decodeSpki, importPrivateKey, keyIdOf } from '#app/keys/account-key';
import { InvalidEnvelope, WrongSecret } from '#app/keys/envelope';
import { AlteredObject, createContentKey, sealObject, WrongKey, wrapContentKey } from '#app/keys/sealed-object';
import vectors from '#app/keys/vectors.json';
import { keyTasks } from './key-tasks';

// Finding 1536-bit primes sometimes takes long.
vi.setConfig({ testTimeout: 120_000 });

const [VECTOR] = vectors;
const password = { kind: 'password', email: VECTOR?.email ?? '', text: VECTOR?.password ?? '' } as const;

describe('keyTasks', () => {
  test("returns a hashed password's authKey and a wrapKey that is not extractable (KEYS-021)", async () => {
    const [hashed, again] = await Promise.all([keyTasks.hashPassword(password), keyTasks.hashPassword(password)]);
    expect([hashed.authKey, again.authKey]).toEqual([VECTOR?.authKey, VECTOR?.authKey]);
    expect([hashed.wrapKey.extractable, hashed.salt.length]).toEqual([false, 32]);
    await expect(crypto.subtle.exportKey('raw', hashed.wrapKey)).rejects.toThrow();
  });

  test('creates, locks, unlocks and rewraps a key pair (KEYS-018 to KEYS-020, KEYS-023)', async () => {
    const { key, keyId, pkcs8 } = await keyTasks.generateKeyPair();
    expect([await keyTasks.keyId(key), await keyIdOf(decodeSpki(key) ?? new Uint8Array())]).toEqual([keyId, keyId]);
    const { wrapKey, salt } = await keyTasks.hashPassword(password);
    const encPriv = await keyTasks.encryptPrivateKey({ pkcs8, keyId, secret: { kind: 'password', salt, key: wrapKey } });
    const opened = await keyTasks.decryptPrivateKey({ encPriv, keyId, kind: 'password', key: wrapKey });
    expect(opened).toMatchObject({ key, keyId, privateKey: { extractable: false } });

    const other = await keyTasks.hashPassword({ kind: 'passphrase', issuer: 'https://i.example', subject: 's', text: 'long enough' });
    const wrappingSecret = { kind: 'passphrase', salt: other.salt, key: other.wrapKey } as const;
    const both = await keyTasks.rewrapPrivateKey({ encPriv, keyId, kind: 'password', key: wrapKey, secret: wrappingSecret });
    const byCopy = await keyTasks.hashForCopy({ encPriv: both, kind: 'passphrase', text: 'long enough' });
    expect(await keyTasks.decryptPrivateKey({ encPriv: both, keyId, kind: 'passphrase', key: byCopy })).toMatchObject({ key });
    const wrong = await keyTasks.hashForCopy({ encPriv: both, kind: 'passphrase', text: 'long enougH' });
    await expect(keyTasks.decryptPrivateKey({ encPriv: both, keyId, kind: 'passphrase', key: wrong })).rejects.toThrow(WrongSecret);
  });

  test('rejects a key that does not match its id, so that the server cannot substitute another key', async () => {
    const { pkcs8 } = await keyTasks.generateKeyPair();
    const { wrapKey, salt } = await keyTasks.hashPassword(password);
    const keyId = 'a'.repeat(40);
    const encPriv = await keyTasks.encryptPrivateKey({ pkcs8, keyId, secret: { kind: 'password', salt, key: wrapKey } });
    await expect(keyTasks.decryptPrivateKey({ encPriv, keyId, kind: 'password', key: wrapKey })).rejects.toThrow(InvalidEnvelope);
  });

  test('decrypts an image of a sample, and only for its own sample and key (KEYS-022, D08)', async () => {
    const [own, other] = await Promise.all([keyTasks.generateKeyPair(), keyTasks.generateKeyPair()]);
    const contentKey = await createContentKey();
    const about = { accountId: 'a', deviceId: 'd', sampleId: 's', kind: 'thumb', keyId: own.keyId } as const;
    const picture = new Uint8Array([0xff, 0xd8, 1, 2, 3]);
    const sealed = await sealObject(contentKey, about, picture);
    const wrapped = await wrapContentKey(contentKey, decodeSpki(own.key) ?? new Uint8Array());
    const unwrapped = await keyTasks.unwrapSampleKey({ privateKey: await importPrivateKey(own.pkcs8), wrapped });
    expect(await keyTasks.decryptImage({ contentKey: unwrapped, about, sealed })).toEqual(picture);
    const elsewhere = { ...about, sampleId: 't' };
    await expect(keyTasks.decryptImage({ contentKey: unwrapped, about: elsewhere, sealed })).rejects.toThrow(AlteredObject);
    const privateKey = await importPrivateKey(other.pkcs8);
    await expect(keyTasks.unwrapSampleKey({ privateKey, wrapped })).rejects.toThrow(WrongKey);
  });
});
