import { describe, expect, test } from 'vitest';
import type { Account } from '#app/server/account.server';
import { readSession, type Session, writeSession } from '#app/server/session.server';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { answerKeyRequest, hasKeyWork, toKeyFacts } from './key-exchange.server';

const STORED = { enc_priv: '{"v":1}', key: 'TUlJ', key_id: 'a'.repeat(40), key_type: 'rsa' };
const SECRET = 'b'.repeat(64);

function sessionOf(hasPasswordError: boolean, startedAt = Date.now()): Session {
  const ids = { accountId: 'acc', sessionId: 'ses', secret: SECRET, secretId: 'sid', userId: 'u' };
  return { ...ids, isLegacy: false, hasPasswordError, isInit: true, tokenTS: 0, startedAt, version: 3 };
}

/** Returns a parent whose API gives this answer to a key exchange, and the requests it received. */
function parentOf(answer: unknown, hasPasswordError = false, key: Account['key'] = null) {
  const asked: Array<unknown> = [];
  const call = (_endpoint: unknown, { body }: { body: unknown }) => {
    asked.push(body);
    return Promise.resolve(answer);
  };
  const account = { id: 'acc', email: 'a@b.de', loginScheme: 'password', isLegacy: false, sso: null, key };
  // The tested functions use no other fields of the account and the API.
  const parent = { account, api: { call }, session: sessionOf(hasPasswordError) } as unknown as Parameters<typeof answerKeyRequest>[2];
  return { parent, asked };
}

function post(fields: Record<string, string>): Request {
  return new Request('https://porchlight.example/resources/key', { method: 'POST', body: new URLSearchParams(fields) });
}

describe('key exchange', () => {
  test('stores in the session whether the password unlocked the key; a new session has no error (AUTH-058, A51)', async () => {
    const context = webContext();
    const { hasPasswordError: _, ...before } = sessionOf(false);
    await writeSession(context, before as Session);
    expect((await readSession(requestWithCookies(context), webContext()))?.hasPasswordError).toBe(false);

    const after = webContext();
    await answerKeyRequest(post({ intent: 'locked' }), after, parentOf(null).parent);
    expect((await readSession(requestWithCookies(after), webContext()))?.hasPasswordError).toBe(true);

    const cleared = webContext();
    await answerKeyRequest(post({ intent: 'opened' }), cleared, parentOf(null, true).parent);
    expect((await readSession(requestWithCookies(cleared), webContext()))?.hasPasswordError).toBe(false);

    const same = webContext();
    await answerKeyRequest(post({ intent: 'opened' }), same, parentOf(null).parent);
    expect(same.responseCookies).toEqual([]);
  });

  test('sends an exchange for this session in wire format and returns the answer without wire names (KEYS-012)', async () => {
    const { parent, asked } = parentOf({ acctkey: STORED });
    const fields = { intent: 'register', secret: SECRET, encPriv: STORED.enc_priv, key: STORED.key, keyId: STORED.key_id, newSecret: '' };
    const answer = await answerKeyRequest(post(fields), webContext(), parent);
    expect(asked).toEqual([{ request_type: 'acctkey.register', request_args: { ...STORED, secret: SECRET, requested_by: 'ses' } }]);
    expect(await answer.json()).toEqual({ kind: 'key', stored: { encPriv: STORED.enc_priv, key: STORED.key, keyId: STORED.key_id } });
  });

  test('returns `invalid` for a wrong secret and 400 for a malformed form', async () => {
    const { parent } = parentOf({ status: 'invalid' });
    expect(await (await answerKeyRequest(post({ intent: 'retrieve', secret: SECRET }), webContext(), parent)).json()).toEqual({
      kind: 'invalid',
    });
    expect((await answerKeyRequest(post({ intent: 'retrieve', secret: 'typed' }), webContext(), parent)).status).toBe(400);
    expect((await answerKeyRequest(post({ intent: 'foo', secret: SECRET }), webContext(), parent)).status).toBe(400);
  });

  test('hasKeyWork returns true after a recent login, after an error, and for a key that is flagged or needs a reset', () => {
    const { parent } = parentOf(null);
    const { startedAt } = parent.session;
    expect(hasKeyWork(parent, startedAt + 10 * 60_000 - 1)).toBe(true);
    expect(hasKeyWork(parent, startedAt + 10 * 60_000)).toBe(false);
    const later = startedAt + 60 * 60_000;
    expect(hasKeyWork(parentOf(null, true).parent, later)).toBe(true);
    for (const [state, isWork] of [
      ['ok', false],
      ['flagged', true],
      ['needs_reset', true],
    ] as const) {
      const withKey = parentOf(null, false, { encPriv: '', key: '', keyId: '', state }).parent;
      expect(hasKeyWork(withKey, later), state).toBe(isWork);
      expect(toKeyFacts(withKey).keyState).toBe(state);
    }
  });
});
