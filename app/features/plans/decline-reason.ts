/** Why a card is declined, as the text keys `declined_…` and `reason_…` know it. */
const REASONS = ['generic', 'insufficient_funds', 'expired_card', 'authentication_required', 'processing_error'] as const;
export type DeclineReason = (typeof REASONS)[number];

/** Returns the reason for the provider’s code; `generic` for an unknown one. */
export function toDeclineReason(code: string): DeclineReason {
  return REASONS.find((known) => known === code) ?? 'generic';
}
