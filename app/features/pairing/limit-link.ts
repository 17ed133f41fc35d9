import type { DeviceLimitMessage } from '#app/domain/plan';

/** Returns the link for a reached limit (5.5.3, A44): to a larger plan, or to support if no plan allows more. Returns null for a hint. */
export function toLimitLink(message: DeviceLimitMessage, helpUrl: string): { to: string; key: string } | null {
  if (message === 'max_devices') return { to: '/subscription', key: 'limits.see_plan' };
  return message === 'max_devices_contact' ? { to: helpUrl, key: 'limits.contact' } : null;
}
