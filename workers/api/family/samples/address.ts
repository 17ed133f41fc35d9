import { createHmac } from 'node:crypto';
import { OBJECT_PATH } from '#app/wire/samples';
import type { CallContext } from '../core/call-context';
import { isSame } from '../core/secrets';
import { findAccount } from '../store/account.queries';

/**
 * What an address allows: to read or to store one object until `expires` (epoch ms). `actorId`: the session that asked for it, or the
 * device.
 */
export type Permit = { action: 'get' | 'put'; sampleId: string; kind: string; expires: number; actorId: string };

/** Returns the address of an object on the api Worker: `<API_URL>/sample_object/<account_id>.<action>.<sample>.<kind>.<expires>.<actor>.<mac>`. */
export function addressOf(call: CallContext, permit: Permit): string {
  const { action, sampleId, kind, expires, actorId } = permit;
  const token = [call.accountId, action, sampleId, kind, expires, actorId, macOf(call, permit)].join('.');
  return `${call.env.API_URL.replace(/\/+$/, '')}${OBJECT_PATH}/${token}`;
}

/** Returns what the token of an address allows at `call.now`. Null for a forged or expired one, and for another action. */
export function readPermit(call: CallContext, token: string, action: Permit['action']): Permit | null {
  const [, sentAction = '', sampleId = '', kind = '', expiresText = '', actorId = '', mac = ''] = token.split('.');
  if (sentAction !== action || !/^\d{1,15}$/.test(expiresText) || findAccount(call.sql) === null) return null;
  const permit: Permit = { action, sampleId, kind, expires: Number(expiresText), actorId };
  const isOurs = isSame(mac, macOf(call, permit)) && token.split('.').length === 7;
  return isOurs && permit.expires > call.now ? permit : null;
}

function macOf(call: CallContext, { action, sampleId, kind, expires, actorId }: Permit): string {
  const tokenKey = call.sealer.open(findAccount(call.sql)?.token_key ?? '', 'account');
  const text = `sample_object:${action}:${sampleId}:${kind}:${expires}:${actorId}`;
  return createHmac('sha256', Buffer.from(tokenKey, 'hex')).update(text).digest('base64url');
}
