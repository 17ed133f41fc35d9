/** Caller's address if no trusted source provides one, as for requests from the web Worker over a service binding. */
export const UNKNOWN_ADDRESS = 'unknown';

/**
 * Returns the caller's address for counting attempts, or UNKNOWN_ADDRESS without a trusted source.
 *
 * On Cloudflare, the edge sets CF-Connecting-IP, and clients can't set it. On our own sockets (tools/miniflare-sockets.mjs), workerd puts
 * the peer into `cf.clientIp`, and headers are not trusted. X-Forwarded-For is used only from the operator's named proxy. Only its last
 * entry is used, because the proxy wrote it (A124).
 */
export function clientAddress(request: Request, trustedProxy: string | undefined): string {
  const peer = peerAddress(request);
  if (peer === null) return request.headers.get('CF-Connecting-IP') ?? UNKNOWN_ADDRESS;
  if (trustedProxy === undefined || peer !== trustedProxy) return peer;
  return request.headers.get('X-Forwarded-For')?.split(',').at(-1)?.trim() || peer;
}

function peerAddress(request: Request): string | null {
  const peer =
    'cf' in request && typeof request.cf === 'object' && request.cf !== null && 'clientIp' in request.cf ? request.cf.clientIp : null;
  if (typeof peer !== 'string') return null;
  // `peer` looks like `127.0.0.1:4711` or `[::1]:4711`. An IPv4 caller of a dual-stack socket appears as ::ffff:127.0.0.1.
  const host = /^\[(.*)\]:\d+$/.exec(peer)?.[1] ?? /^(.*):\d+$/.exec(peer)?.[1] ?? peer;
  return host.replace(/^::ffff:(?=\d+\.)/, '');
}
