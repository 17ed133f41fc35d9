// 0/8, 10/8, 100.64/10, 127/8, 169.254/16, 172.16/12, 192.0.0/24, 192.168/16, 198.18/15 and 224/3. These ranges are private, carrier-grade
// NAT, loopback, link-local, protocol, benchmarking, multicast or reserved.
const INSIDE =
  /^(?:0|10|127|22[4-9]|2[3-5]\d)\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^192\.168\.|^192\.0\.0\.|^198\.1[89]\./;

// An IPv6 address in a name of nip.io or sslip.io, where a dash is written for each colon: `fd00--1`.
const EMBEDDED_IPV6 =
  /(?:^|[.-])(?:(?:[\da-f]{1,4}-){7}[\da-f]{1,4}|(?:[\da-f]{1,4}(?:-[\da-f]{1,4}){0,6})?--(?:[\da-f]{1,4}(?:-[\da-f]{1,4}){0,6})?)(?:[.-]|$)/;

/**
 * Returns true for loopback, private networks and local names. Expects a host from the URL parser, which normalizes every IPv4 spelling.
 * Treats all IPv6 addresses as private, because many embed an IPv4 address and no public service needs one.
 */
export function isPrivateAddress(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  if (host.startsWith('[') || !host.includes('.')) return true;
  return INSIDE.test(host) || namesInside(host) || /\.(?:localhost|local|internal|intranet|lan|home|corp|private|home\.arpa)$/.test(host);
}

/**
 * Returns true for wildcard DNS names that resolve to an embedded private address (`10.0.0.1.nip.io`, `app-127-0-0-1.sslip.io`,
 * `--1.sslip.io`) or to loopback.
 */
function namesInside(host: string): boolean {
  if (/(?:^|\.)(?:localtest\.me|lvh\.me|vcap\.me|lacolhost\.com)$/.test(host)) return true;
  const named = [...host.matchAll(/(?=(?:^|[.-])(\d{1,3}(?:[.-]\d{1,3}){3})(?:[.-]|$))/g)].map(([, address = '']) => address);
  // Other services’ names may contain any hexadecimal digits and dashes.
  if (!/\.(?:nip|sslip)\.io$/.test(host)) return named.some(isInside);
  return EMBEDDED_IPV6.test(host) || [...named, ...listHexAddresses(host)].some(isInside);
}

function isInside(address: string): boolean {
  return INSIDE.test(address.replaceAll('-', '.'));
}

/** Returns the IPv4 addresses that a name such as `7f000001.nip.io` embeds as hexadecimal digits. */
function listHexAddresses(host: string): Array<string> {
  return [...host.matchAll(/(?=(?:^|[.-])([\da-f]{8})[.-])/g)].map(([, digits = '']) =>
    [0, 2, 4, 6].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)).join('.'),
  );
}

/** Returns true for localhost, [::1] and 127.0.0.0/8. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
