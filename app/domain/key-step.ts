/** State of an account's key on the server. `flagged`: still wrapped with the previous password. `needs_reset`: the password was reset (S05, S08). */
export const KEY_STATES = ['none', 'ok', 'flagged', 'needs_reset'] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** The account fields that decide about its key. */
export type KeyAccount = { loginScheme: 'password' | 'sso'; keyState: KeyState };

/** What this browser holds for the account: its unlocked key, the key derived from the password at login, or neither. */
export type LocalKey = 'opened' | 'derived' | 'nothing';

/**
 * The next action for the key. `make` and `open` need no input; `ask-…` ask the parent; `wait`: a key is created at the next login with JavaScript,
 * or when the parent asks for it (A68).
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

/** State of the key flow, as its pages name it (8.2.6). */
export type VewState = 'Create' | 'Open' | 'Change' | 'Recover' | 'Opened';

/** The specification's error for a state that is impossible for a single sign-on account (KEYS-015). */
export const INVALID_SSO_STATE = 'Invalid SSO Vew state: Change';

/**
 * Returns the state of the key flow.
 * @throws Error 'Invalid SSO Vew state: Change' if an account without a password has a changed one (KEYS-015)
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
 * Returns the next action for the key.
 * @throws Error like `toVewState`
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
 * True if the parent is asked right away (A50, A51): the password just entered did not unlock the key, or it was changed elsewhere. A key that is
 * only locked in this browser waits until screenshots are opened.
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
