/** Why a step is blocked until the parent does something else (A50). `limit`: the plan's limit is reached. */
export type GuardReason = 'limit';

const REASONS: Readonly<Record<string, GuardReason>> = {
  'limits.blocks_reached': 'limit',
  'limits.schedules_reached': 'limit',
  'messages.max_devices': 'limit',
  'messages.max_devices_contact': 'limit',
  'error_strings.limit': 'limit',
};

/** Returns the reason for a form message's text key, or null for a message that blocks nothing. */
export function toLimitReason(key: string): GuardReason | null {
  return REASONS[key] ?? null;
}
