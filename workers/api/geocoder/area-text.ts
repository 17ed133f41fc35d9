/**
 * Returns the part of an address that may be named for a rough position: without the spot or street, which come first, and without numbers.
 * '' if nothing is left, as for an address that is only a street.
 */
export function areaText(address: string): string {
  const separator = address.includes('，') ? '，' : ', ';
  const [, ...area] = address.split(separator);
  return area.filter((part) => !/\d/.test(part)).join(separator);
}
