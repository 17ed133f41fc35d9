import { newPasswordSchema } from '~/domain/new-password';

/** What is wrong with a new password or passphrase, as a code of the error texts; null for a good one (5.1.2, A15). */
export function faultOfNewSecret(text: string): string | null {
  return newPasswordSchema.safeParse(text).error?.issues[0]?.message ?? null;
}
