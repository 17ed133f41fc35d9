/** Why a step is not taken before something else has happened (A50): so far only because the plan's number is used up. */
export type GuardReason = 'limit';

const REASONS: Readonly<Record<string, GuardReason>> = {
  'limits.blocks_reached': 'limit',
  'limits.schedules_reached': 'limit',
  'messages.max_devices': 'limit',
  'messages.max_devices_contact': 'limit',
  'error_strings.limit': 'limit',
};

/** The reason that a form's notice gives, by its text's key; null for a notice that guards nothing. */
export function toGuardReason(key: string): GuardReason | null {
  return REASONS[key] ?? null;
}
