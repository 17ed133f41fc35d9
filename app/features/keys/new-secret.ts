import { newPasswordFor } from '#app/domain/new-password';

/** Returns the error code for a new password or passphrase, or null if it is valid (5.1.2, A15). `email`: the account's address. */
export function faultOfNewSecret(text: string, email: string): string | null {
  return newPasswordFor(email).safeParse(text).error?.issues[0]?.message ?? null;
}
