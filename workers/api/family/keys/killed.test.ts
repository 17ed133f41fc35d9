import { evictDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { toHex } from '#app/keys/bytes';
import { createEnvelope, decryptCopy } from '#app/keys/envelope';
import { type AccountWire, getAccount } from '#app/wire/account';
import { changePassword } from '#app/wire/identity';
import { keyExchange } from '#app/wire/keys';
import { accountKey } from '#tests/clients/account-key';
import { API, authKey, Parent, uniqueEmail } from '#tests/clients/parent';
import { bindings, familyOf, send } from '#tests/clients/worker';
import { reconcileAddress, reserveAddress } from '#workers/api/accounts/change-email';
import type { ApiEnv } from '#workers/api/env';

const env = bindings as unknown as ApiEnv;

/** What a browser derives from a password: the authKey for the server and the key that encrypts the account key. */
type Secret = { authKey: string; lock: { kind: 'password'; salt: Uint8Array<ArrayBuffer>; key: Uint8Array<ArrayBuffer> } };

function secretOf(name: string): Secret {
  const bytes = () => crypto.getRandomValues(new Uint8Array(32));
  return { authKey: authKey(name), lock: { kind: 'password', salt: bytes(), key: bytes() } };
}

/** Creates an account with a key that its password unlocks. `pkcs8` is the private key, which the server does not get. */
async function parentWithKey() {
  const parent = await Parent.signUp(send);
  const old = secretOf(parent.email);
  // Neither the server nor this test interprets the private key.
  const pkcs8 = crypto.getRandomValues(new Uint8Array(1200));
  const lock = async (secret: Secret) => {
    const key = accountKey();
    return { ...key, enc_priv: await createEnvelope(pkcs8, key.key_id, secret.lock) };
  };
  const request_args = { ...(await lock(old)), secret: old.authKey, requested_by: parent.userId };
  await parent.call(keyExchange, { body: { request_type: 'acctkey.register', request_args } });
  return { parent, old, pkcs8, lock };
}

/** Returns whether the secret unlocks the account's key, or null if the secret can't log in. */
async function opensWith(email: string, secret: Secret, pkcs8: Uint8Array<ArrayBuffer>): Promise<boolean | null> {
  const parent = await Parent.signIn(send, email, undefined, secret.authKey).catch(() => null);
  if (parent === null) return null;
  const account: AccountWire = await parent.call(getAccount);
  const { enc_priv = '', key_id = '' } = account.acctkey ?? {};
  return decryptCopy(enc_priv, key_id, 'password', secret.lock.key).then(
    (opened) => toHex(opened) === toHex(pkcs8),
    () => false,
  );
}

/** Returns the signed request of an address change without sending it. */
async function signedOnly(parent: Parent, body: object): Promise<Request> {
  let request = new Request(API);
  await parent.raw('PUT', '/credentials', body, {
    tamper: (signed) => {
      request = signed.clone();
      return new Request(`${API}/healthz`);
    },
  });
  return request;
}

describe('login change', () => {
  test.each(['password', 'address'] as const)(
    'leaves one secret that logs in and unlocks the key when a change of the %s is killed at any step (S05, S06, S14)',
    async (what) => {
      const { parent, old, pkcs8, lock } = await parentWithKey();
      const next = secretOf('the next');
      const to = uniqueEmail();
      const key = await lock(next);
      const acctkey = await parent
        .call(keyExchange, {
          body: {
            request_type: 'acctkey.changepw',
            request_args: { ...key, secret: old.authKey, new_secret: next.authKey, requested_by: parent.userId },
          },
        })
        .then((answer) => ('acctkey' in answer ? answer.acctkey : undefined));
      await evictDurableObject(familyOf(parent.accountId));
      expect([await opensWith(parent.email, old, pkcs8), await opensWith(parent.email, next, pkcs8)]).toEqual([true, null]);

      const login = { email: parent.email, password: old.authKey, ...(acctkey === undefined ? {} : { acctkey }) };
      const family = familyOf(parent.accountId);
      if (what === 'password') await parent.call(changePassword, { body: { login_obj: { ...login, new_password: next.authKey } } });
      else {
        const request = await signedOnly(parent, { login_obj: { ...login, new_email: to, upd_password: next.authKey } });
        const steps = [
          async () => expect(await (await family.checkEmailChange(request.clone())).json()).toEqual({ hold: to }),
          async () => expect(await reserveAddress(env, parent.accountId, to)).toBe(true),
        ];
        for (const step of steps) {
          await step();
          await evictDurableObject(family);
          expect([await opensWith(parent.email, old, pkcs8), await opensWith(to, next, pkcs8)]).toEqual([true, null]);
        }
        expect(await (await family.applyEmailChange(request, to)).json()).toEqual({ status: 'email_updated' });
        await evictDurableObject(family);
        expect([await opensWith(parent.email, old, pkcs8), await opensWith(to, next, pkcs8)]).toEqual([null, true]);
        await reconcileAddress(env, parent.accountId, to);
      }
      await evictDurableObject(family);
      const email = what === 'password' ? parent.email : to;
      expect([await opensWith(parent.email, old, pkcs8), await opensWith(email, next, pkcs8)]).toEqual([null, true]);
    },
  );
});
