/** Nothing trustworthy says where a request comes from: it came over a binding, from the web Worker. */
export const UNKNOWN_ADDRESS = 'unknown';

/**
 * The address of whoever sent a request, for counting attempts; UNKNOWN_ADDRESS where nothing trustworthy says it.
 *
 * On Cloudflare the edge writes CF-Connecting-IP and a client cannot. On our own sockets (tools/miniflare-sockets.mjs) workerd itself
 * puts the peer into `cf.clientIp`, and headers are the client's word: X-Forwarded-For counts only from the proxy that the operator
 * named, and of it only the last entry, which that proxy wrote (A124).
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
  // `127.0.0.1:4711` or `[::1]:4711`; an IPv4 caller of a dual-stack socket shows as ::ffff:127.0.0.1.
  const host = /^\[(.*)\]:\d+$/.exec(peer)?.[1] ?? /^(.*):\d+$/.exec(peer)?.[1] ?? peer;
  return host.replace(/^::ffff:(?=\d+\.)/, '');
}
