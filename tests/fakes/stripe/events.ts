import { createHmac } from 'node:crypto';
import { type Account, newId } from './account.ts';
import type { Event, EventType } from './plain.ts';
import { API_VERSION } from './version.ts';

/** Records an event with a copy of the object as it is now, and queues it for each endpoint that wants it. */
export function emit(account: Account, type: EventType, object: object, previous?: object): void {
  const event: Event = {
    id: newId(account, 'evt'),
    object: 'event',
    api_version: API_VERSION,
    created: account.now,
    data: { object: structuredClone(object), ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: account.endpoints.size,
    request: null,
    type,
  };
  account.events.push(event);
  for (const endpoint of account.endpoints.values()) {
    if (endpoint.status !== 'enabled') continue;
    if (!endpoint.enabled_events.includes(type) && !endpoint.enabled_events.includes('*')) continue;
    const id = newId(account, 'dlv');
    account.deliveries.push({ id, endpoint: endpoint.id, url: endpoint.url, event, payload: JSON.stringify(event, null, 2), attempts: 0 });
  }
}

/** Returns the header `Stripe-Signature`: HMAC-SHA256 of time and body. `at` in epoch seconds of the real clock. */
export function sign(payload: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`;
}
