import type { AppLoadContext } from '@remix-run/cloudflare';

/**
 * Logs what this Worker refuses by itself, in the form of the API's lines (workers/api/refusals): only these fields, nothing that was typed.
 * What the API refuses is logged there, under the same reference. This Worker has no key to hash an address with, so its lines have none.
 */
export function logRefusal(
  what: 'sso' | 'request' | 'socket' | 'login' | 'signup' | 'reset' | 'email_change',
  reason: string,
  context: Pick<AppLoadContext, 'network' | 'reference'>,
): void {
  const { network, reference: request } = context;
  const at = new Date().toISOString();
  console.warn(JSON.stringify({ level: 'warn', at, event: `${what}_refused`, reason, network, request }));
}
