/**
 * Returns the part of an address that may be named for a rough position. Drops the first part (spot or street) and every part that
 * contains a digit. Returns '' if nothing is left.
 */
export function areaText(address: string): string {
  const separator = address.includes('，') ? '，' : ', ';
  const [, ...area] = address.split(separator);
  return area.filter((part) => !/\d/.test(part)).join(separator);
}
