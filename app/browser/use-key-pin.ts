import { useEffect, useState } from 'react';

/**
 * The pin of the account's key for pairing QR and link: SHA-256 of the public key, base64url (A128). Of the key that this browser opened
 * itself, never of what the server says: a server that swaps the key shall find that devices refuse it. Null where none was opened here.
 */
export function useKeyPin(accountId: string): string | null {
  const [pin, setPin] = useState<string | null>(null);
  useEffect(() => {
    let end = () => {};
    let isGone = false;
    const begin = async () => {
      const [{ readOpenedKey, watchKeys }, { pinOf, readSpki }] = await Promise.all([import('./key-store'), import('~/keys/account-key')]);
      const read = async () => {
        const spki = readSpki((await readOpenedKey(accountId))?.key ?? '');
        const own = spki === null ? null : await pinOf(spki);
        if (!isGone) setPin(own);
      };
      if (isGone) return;
      end = watchKeys(() => void read());
      await read();
    };
    // Without the code for it the device compares words instead.
    begin().catch(() => {});
    return () => {
      isGone = true;
      end();
    };
  }, [accountId]);
  return pin;
}
