import type { UserWire } from '#app/wire/family.ts';
import { CHILD } from '#workers/api/openapi/examples.ts';

/** Mia of the documentation as she begins: without a device, an allowance or a face. */
export const childRow = (change: Partial<UserWire> = {}): UserWire => ({
  ...CHILD,
  settings: { slot: 0, avatar_idx: null },
  allowance: [0, 0, 0, 0, 0, 0, 0],
  is_allowance_set: false,
  devices: [],
  ...change,
});
