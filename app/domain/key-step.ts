/**
 * State of an account's key on the server. `flagged`: still locked with the previous password. `needs_reset`: the password was reset (S05,
 * S08).
 */
export const KEY_STATES = ['none', 'ok', 'flagged', 'needs_reset'] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** The account fields that decide the next key step. */
export type KeyAccount = { loginScheme: 'password' | 'sso'; keyState: KeyState };

/** What this browser has for the account: its unlocked key, a key derived from the password at login, or nothing. */
export type LocalKey = 'opened' | 'derived' | 'nothing';

/**
 * The next step for the key. `make` and `open` need no input; `ask-…` and `set-passphrase` need input from the parent. `wait`: a key is
 * created at the next login with JavaScript, or when the parent requests it (A68).
 */
export type KeyStep =
  | 'done'
  | 'make'
  | 'open'
  | 'wait'
  | 'ask-password'
  | 'ask-old-password'
  | 'ask-recovery'
  | 'set-passphrase'
  | 'ask-passphrase';

/** State of the key flow, with the specification's name (8.2.6). */
export type VewState = 'Create' | 'Open' | 'Change' | 'Recover' | 'Opened';

/** The specification's error for a state that a single sign-on account cannot have (KEYS-015). */
export const INVALID_SSO_STATE = 'Invalid SSO Vew state: Change';

/**
 * Returns the state of the key flow.
 * @throws Error 'Invalid SSO Vew state: Change' if the key of a single sign-on account is `flagged` (KEYS-015)
 */
export function toVewState({ loginScheme, keyState }: KeyAccount, held: LocalKey): VewState {
  switch (keyState) {
    case 'none':
      return 'Create';
    case 'needs_reset':
      return 'Recover';
    case 'flagged':
      if (loginScheme === 'sso') throw new Error(INVALID_SSO_STATE);
      return 'Change';
    case 'ok':
      return held === 'opened' ? 'Opened' : 'Open';
  }
}

/**
 * Returns the next step for the key.
 * @throws Error as in `toVewState`
 */
export function nextKeyStep(account: KeyAccount, held: LocalKey): KeyStep {
  const isSso = account.loginScheme === 'sso';
  switch (toVewState(account, held)) {
    case 'Create':
      if (isSso) return 'set-passphrase';
      return held === 'derived' ? 'make' : 'wait';
    case 'Open':
      if (isSso) return 'ask-passphrase';
      return held === 'derived' ? 'open' : 'ask-password';
    case 'Change':
      return 'ask-old-password';
    case 'Recover':
      return 'ask-recovery';
    case 'Opened':
      return 'done';
  }
}

/**
 * Returns true if the parent must be asked immediately (A50, A51): the typed password did not unlock the key, or the password was changed
 * or reset. Otherwise the parent is asked when opening screenshots.
 */
export function promptsImmediately(step: KeyStep, hasPasswordError: boolean): boolean {
  switch (step) {
    case 'ask-old-password':
    case 'ask-recovery':
      return true;
    case 'ask-password':
    case 'ask-passphrase':
      return hasPasswordError;
    default:
      return false;
  }
}
