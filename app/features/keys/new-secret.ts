import { newPasswordFor } from '~/domain/new-password';

/** What is wrong with a new password or passphrase of the account with that address, as a code of the error texts; null for a good one (5.1.2, A15). */
export function faultOfNewSecret(text: string, email: string): string | null {
  return newPasswordFor(email).safeParse(text).error?.issues[0]?.message ?? null;
}
