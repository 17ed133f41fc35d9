/** Returns the value of a switch: the wanted state and the restriction. One form serves a whole table. */
export function toRestrictionIntent(key: string, isOn: boolean): string {
  return `restrict-${isOn ? 'on' : 'off'}-${key}`;
}

/** Parses the value of a switch. Returns null for any other intent. */
export function parseRestrictionRequest(intent: string): { key: string; isOn: boolean } | null {
  const [, word, key] = /^restrict-(on|off)-(\w{1,64})$/.exec(intent) ?? [];
  return key === undefined ? null : { key, isOn: word === 'on' };
}
