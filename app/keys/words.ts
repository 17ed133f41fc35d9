const BITS = 11;

/** Returns the 2048 English words of BIP-39. Loads the list on first use, so that no page's bundle contains it. */
export async function wordList(): Promise<ReadonlyArray<string>> {
  return (await import('@scure/bip39/wordlists/english.js')).wordlist;
}

/** Returns the first `count` words for the given bytes, 11 bits per word. */
export async function toWords(bytes: Uint8Array, count: number): Promise<Array<string>> {
  const list = await wordList();
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: count }, (_, index) => list[Number.parseInt(bits.slice(index * BITS, (index + 1) * BITS), 2)] ?? '');
}
