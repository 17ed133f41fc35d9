import type { UserWire } from '#app/wire/family.ts';
import { CHILD } from '#workers/api/openapi/examples.ts';

/** Returns the documentation's example child Mia without a device, a daily limit or a profile picture. */
export const childRow = (change: Partial<UserWire> = {}): UserWire => ({
  ...CHILD,
  settings: { slot: 0, avatar_idx: null },
  allowance: [0, 0, 0, 0, 0, 0, 0],
  is_allowance_set: false,
  devices: [],
  ...change,
});
