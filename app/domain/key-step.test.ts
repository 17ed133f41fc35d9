import { describe, expect, test } from 'vitest';
import { INVALID_SSO_STATE, KEY_STATES, type KeyStep, type LocalKey, nextKeyStep, promptsImmediately, toVewState } from './key-step.ts';

const HELD: Array<LocalKey> = ['opened', 'derived', 'nothing'];

describe('key step', () => {
  test.each<[string, LocalKey, KeyStep]>([
    ['none', 'derived', 'make'],
    ['none', 'nothing', 'wait'],
    // The key was deleted on the server while it was unlocked in this browser. The browser's key is not used.
    ['none', 'opened', 'wait'],
    ['ok', 'opened', 'done'],
    ['ok', 'derived', 'open'],
    ['ok', 'nothing', 'ask-password'],
    ['flagged', 'opened', 'ask-old-password'],
    ['flagged', 'derived', 'ask-old-password'],
    ['flagged', 'nothing', 'ask-old-password'],
    ['needs_reset', 'opened', 'ask-recovery'],
    ['needs_reset', 'derived', 'ask-recovery'],
    ['needs_reset', 'nothing', 'ask-recovery'],
  ])('password account, key state %s, browser has %s: next step %s', (keyState, held, step) => {
    const state = KEY_STATES.find((one) => one === keyState) ?? 'none';
    expect(nextKeyStep({ loginScheme: 'password', keyState: state }, held)).toBe(step);
  });

  test.each<[string, LocalKey, KeyStep]>([
    ['none', 'nothing', 'set-passphrase'],
    ['ok', 'nothing', 'ask-passphrase'],
    ['ok', 'opened', 'done'],
    ['needs_reset', 'nothing', 'ask-recovery'],
  ])('single sign-on account, key state %s, browser has %s: next step %s', (keyState, held, step) => {
    const state = KEY_STATES.find((one) => one === keyState) ?? 'none';
    expect(nextKeyStep({ loginScheme: 'sso', keyState: state }, held)).toBe(step);
  });

  test('throws for a single sign-on account with key state flagged (KEYS-015, ERR-022)', () => {
    for (const held of HELD) {
      expect(() => toVewState({ loginScheme: 'sso', keyState: 'flagged' }, held)).toThrow(INVALID_SSO_STATE);
    }
    expect(INVALID_SSO_STATE).toBe('Invalid SSO Vew state: Change');
  });

  test('asks immediately only if the typed password did not unlock the key, or the password was changed or reset (A51)', () => {
    expect(promptsImmediately('ask-password', false)).toBe(false);
    expect(promptsImmediately('ask-password', true)).toBe(true);
    expect(promptsImmediately('ask-passphrase', true)).toBe(true);
    expect(promptsImmediately('ask-old-password', false)).toBe(true);
    expect(promptsImmediately('ask-recovery', false)).toBe(true);
    for (const silent of ['done', 'make', 'open', 'wait', 'set-passphrase'] as const) expect(promptsImmediately(silent, true)).toBe(false);
  });
});
