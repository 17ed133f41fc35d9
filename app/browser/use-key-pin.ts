import { useEffect, useState } from 'react';

/**
 * Returns the key pin for the pairing QR code and link: SHA-256 of the public key, base64url (A128). Null if this browser has no unlocked
 * key. Never uses the server's key, because devices must reject a key that the server has replaced.
 */
export function useKeyPin(accountId: string): string | null {
  const [pin, setPin] = useState<string | null>(null);
  useEffect(() => {
    let end = () => {};
    let isGone = false;
    const begin = async () => {
      const [{ readUnlockedKey, watchKeys }, { pinOf, decodeSpki }] = await Promise.all([
        import('./key-store'),
        import('#app/keys/account-key'),
      ]);
      const read = async () => {
        const spki = decodeSpki((await readUnlockedKey(accountId))?.key ?? '');
        const own = spki === null ? null : await pinOf(spki);
        if (!isGone) setPin(own);
      };
      if (isGone) return;
      end = watchKeys(() => void read());
      await read();
    };
    // If this code cannot be loaded, there is no pin and the device compares words instead.
    begin().catch(() => {});
    return () => {
      isGone = true;
      end();
    };
  }, [accountId]);
  return pin;
}
