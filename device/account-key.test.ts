import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { accountKeyStatus, beginWithPin, confirmKey, keyToCompare, receiveAccountKey } from './account-key.ts';
import { step } from './device.ts';
import { MemoryFamily } from './family.fixture.ts';

const NOON = Date.UTC(2026, 4, 1, 10);
const [OWN, SWAPPED, THIRD] = ['own key', 'swapped key', 'third key'].map((text) => {
  const bytes = Buffer.from(text);
  return { key: bytes.toString('base64'), key_id: createHash('sha1').update(bytes).digest('hex') };
}) as [Key, Key, Key];
type Key = { key: string; key_id: string };
const pinOf = ({ key }: Key) => createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64url');

describe('account key', () => {
  test('trusts the key that matches the pin of the invitation', () => {
    const state = receiveAccountKey(beginWithPin(pinOf(OWN)), OWN);
    expect(state).toMatchObject({ from: 'invitation', trusted: { keyId: OWN.key_id }, refused: null });
    expect([accountKeyStatus(state), keyToCompare(state)]).toEqual(['pinned', null]);
  });

  test("does not trust a key that differs from the invitation's pin, even when it is offered again", () => {
    let state = beginWithPin(pinOf(OWN));
    for (const offered of [SWAPPED, SWAPPED, null, THIRD]) state = receiveAccountKey(state, offered);
    expect(state).toMatchObject({ pin: pinOf(OWN), trusted: null, refused: { keyId: THIRD.key_id } });
    expect(accountKeyStatus(state)).toBe('refused');
  });

  test('keeps the trusted key when a swapped key is offered, and discards the swapped key when the trusted key returns', () => {
    const refusing = receiveAccountKey(receiveAccountKey(beginWithPin(pinOf(OWN)), OWN), SWAPPED);
    expect(refusing).toMatchObject({ pin: pinOf(OWN), trusted: { keyId: OWN.key_id }, refused: { keyId: SWAPPED.key_id } });
    expect(receiveAccountKey(refusing, OWN)).toMatchObject({ trusted: { keyId: OWN.key_id }, refused: null });
  });

  test('pins the first key and asks for a comparison when there is no pin', () => {
    const first = receiveAccountKey(beginWithPin(null), OWN);
    expect([accountKeyStatus(first), keyToCompare(first)?.keyId]).toEqual(['unproven', OWN.key_id]);
    expect(receiveAccountKey(first, SWAPPED)).toMatchObject({ trusted: { keyId: OWN.key_id }, refused: { keyId: SWAPPED.key_id } });
  });

  test('trusts a reset key after a person confirms it on the device, and refuses the old key', () => {
    const refusing = receiveAccountKey(receiveAccountKey(beginWithPin(pinOf(OWN)), OWN), SWAPPED);
    const waiting = keyToCompare(refusing);
    if (refusing === null || waiting === null) throw new Error('nothing to confirm');
    const confirmed = confirmKey(refusing, waiting);
    expect(confirmed).toMatchObject({ pin: pinOf(SWAPPED), from: 'person', trusted: { keyId: SWAPPED.key_id }, refused: null });
    expect(accountKeyStatus(receiveAccountKey(confirmed, OWN))).toBe('refused');
  });

  test('keeps the trusted key, reports the refusal and confirms the command when the server offers another key', async () => {
    const family = new MemoryFamily(() => NOON);
    family.accountKey = OWN;
    const device = family.device({ accountKey: receiveAccountKey(beginWithPin(pinOf(OWN)), OWN) });
    family.accountKey = SWAPPED;
    family.change([]);
    const happenings = await step(device);
    expect(happenings).toContainEqual({ kind: 'key_refused', keyId: SWAPPED.key_id });
    expect(device.store.read().accountKey).toMatchObject({ trusted: { keyId: OWN.key_id }, refused: { keyId: SWAPPED.key_id } });
    expect(family.reports.at(-1)).toMatchObject({ components: { account_key: 'refused' } });
    expect(family.acks.at(-1)).toMatchObject({ status: 'ok' });
    family.change([]);
    expect(await step(device)).not.toContainEqual(expect.objectContaining({ kind: 'key_refused' }));
  });
});
