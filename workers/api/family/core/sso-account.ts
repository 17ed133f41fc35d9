import { PASSWORD_INVALID, SSO_INVALID } from '#app/domain/credentials';
import { ERROR_CODES, Refusal } from '#app/wire/errors';

/** Returns the refusal of an action that only accounts with a password can do (S05, S06, S08, S14). */
export function notForSso(): Refusal {
  return new Refusal(ERROR_CODES.insufficientPrivileges, 403, SSO_INVALID);
}

/** Returns the refusal of an action that only single sign-on accounts can do (A151). */
export function notForPassword(): Refusal {
  return new Refusal(ERROR_CODES.insufficientPrivileges, 403, PASSWORD_INVALID);
}
