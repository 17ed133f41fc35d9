/** What the server says of an account's key. `flagged`: its envelope still asks for the old password. `needs_reset`: the password was reset (S05, S08). */
export const KEY_STATES = ['none', 'ok', 'flagged', 'needs_reset'] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** The part of an account that decides about its key. */
export type KeyAccount = { loginScheme: 'password' | 'sso'; keyState: KeyState };

/** What this browser holds for the account: its opened key, what a login has just derived from the password, or neither. */
export type KeyHeld = 'opened' | 'derived' | 'nothing';

/**
 * What is to be done about the key. `make` and `open` happen without a word; `ask-…` need the parent; `wait`: a key is made at the next
 * sign-in with script, or when the parent asks for it (A68).
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

/** The flow of an account's key, as its pages name it (8.2.6). */
export type VewState = 'Create' | 'Open' | 'Change' | 'Recover' | 'Opened';

/** The specification's text for a state that an account of single sign-on cannot be in (KEYS-015). */
export const INVALID_SSO_STATE = 'Invalid SSO Vew state: Change';

/**
 * Where an account stands in the flow of its key.
 * @throws Error 'Invalid SSO Vew state: Change' where an account without a password is said to have changed it (KEYS-015)
 */
export function toVewState({ loginScheme, keyState }: KeyAccount, held: KeyHeld): VewState {
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
 * The next step for the key.
 * @throws Error as `toVewState`
 */
export function nextKeyStep(account: KeyAccount, held: KeyHeld): KeyStep {
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
 * Whether the parent is asked without having come for it (A50, A51). A key that is merely closed here waits until pictures are wanted; one
 * that the password just given did not open, or whose password changed elsewhere, is asked about at once.
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
