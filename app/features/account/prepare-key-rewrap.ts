import type { DerivedSecrets } from '#app/browser/derive-fields';

/**
 * Returns a function that re-encrypts the account key for a new password or address. The form is submitted even if this fails (S05, S06). A
 * legacy account's secrets stay in memory, because its key can be re-encrypted only after the change (ACCT-028).
 * @param email the current address
 * @param next the field with the new secret
 */
export function prepareKeyRewrap({ email, isLegacy }: { email: string; isLegacy: boolean }, next: 'new_password' | 'upd_password') {
  return async (fields: FormData, hashing: Promise<DerivedSecrets | null>): Promise<void> => {
    const typed = String(fields.get('current_password') ?? '');
    const hashed = await hashing;
    const secret = hashed?.[next];
    if (secret === undefined) return;
    if (isLegacy) return keepChange({ email, typed }, secret);
    const current = hashed?.current_password;
    if (current !== undefined) await (await import('#app/features/keys/rewrap')).stageKey(fields, current, secret);
  };
}

async function keepChange({ email, typed }: { email: string; typed: string }, next: DerivedSecrets[string]): Promise<void> {
  const [{ runKeyTask }, { keepLegacyChange }] = await Promise.all([import('#app/browser/key-pool'), import('#app/browser/key-store')]);
  const { wrapKey: old } = await runKeyTask('hashPassword', { kind: 'password', email, text: typed });
  keepLegacyChange({ old, next });
}
