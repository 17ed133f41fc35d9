import type { DeviceProblem } from '#app/domain/locator';
import type { Instant } from '#app/domain/time';
import type { LocatedDevice } from './located-device';
import { lookOf } from './position-sentence';

/** Why a device has no current or no exact position. `version`: that of the child app which it needs, '' otherwise. */
export type DeviceFault = { key: DeviceProblem | 'unsupported' | 'old_app' | 'rough'; version: string };

/** Returns what is wrong with a device, or null. */
export function faultOf({ problem, support, position }: LocatedDevice, now: Instant): DeviceFault | null {
  if (problem === 'no_longer_connected' || problem === 'unmanaged_devices') return { key: problem, version: '' };
  // An older app reports neither positions nor whether location is on, so this comes first (LOC-039).
  if (support.kind === 'unavailable') return { key: 'unsupported', version: '' };
  if (support.kind !== 'ok') return { key: 'old_app', version: support.version };
  if (problem !== null) return { key: problem, version: '' };
  return position !== null && lookOf(position, now) === 'rough' ? { key: 'rough', version: '' } : null;
}
