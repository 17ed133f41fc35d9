import type { DeviceLimitMessage } from '~/domain/plan';

/** The way on from a limit that refuses (5.5.3, A44): a larger plan, or, where none has room for more, the installation's support. Null for a hint. */
export function toLimitLink(message: DeviceLimitMessage, helpUrl: string): { to: string; key: string } | null {
  if (message === 'max_devices') return { to: '/subscription', key: 'limits.see_plan' };
  return message === 'max_devices_contact' ? { to: helpUrl, key: 'limits.contact' } : null;
}
