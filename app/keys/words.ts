const BITS = 11;

/** The 2048 English words of BIP-39. Fetched when they are first needed: no page begins with them. */
export async function wordList(): Promise<ReadonlyArray<string>> {
  return (await import('@scure/bip39/wordlists/english.js')).wordlist;
}

/** The first `count` words of some bytes, eleven bits each. */
export async function toWords(bytes: Uint8Array, count: number): Promise<Array<string>> {
  const list = await wordList();
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: count }, (_, index) => list[Number.parseInt(bits.slice(index * BITS, (index + 1) * BITS), 2)] ?? '');
}
