import { PASSWORD_INVALID, SSO_INVALID } from '../../../../app/domain/credentials';
import { ERROR_CODES, Refusal } from '../../../../app/wire/errors';

/** What only an account with a password can do (S05, S06, S08, S14). */
export function notForSso(): Refusal {
  return new Refusal(ERROR_CODES.insufficientPrivileges, 403, SSO_INVALID);
}

/** What only an account of single sign-on can do (A151). */
export function notForPassword(): Refusal {
  return new Refusal(ERROR_CODES.insufficientPrivileges, 403, PASSWORD_INVALID);
}
