/** The value of a row's switch: what it shall be, and of which restriction. One form serves a whole table. */
export function toRestrictionIntent(key: string, isOn: boolean): string {
  return `restrict-${isOn ? 'on' : 'off'}-${key}`;
}

/** Reads it; null where it is none. */
export function parseRestrictionRequest(intent: string): { key: string; isOn: boolean } | null {
  const [, word, key] = /^restrict-(on|off)-(\w{1,64})$/.exec(intent) ?? [];
  return key === undefined ? null : { key, isOn: word === 'on' };
}
