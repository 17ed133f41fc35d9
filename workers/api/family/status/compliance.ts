import type { AccessState, Resolution } from '#app/domain/block-status';
import type { CallContext } from '../core/call-context';
import { findChild } from '../store/child.queries';
import type { CommandRow } from '../store/command.queries';
import type { DeviceReport } from '../store/device.queries';
import { listDevicesOverLimit } from './over-limit';
import { resolveChild } from './resolve';

/** Error of a command whose device has the rules but doesn't follow them. Stored untranslated, like errors from devices. */
export const RULES_NOT_FOLLOWED = 'The device has the rules but doesn’t follow them';

const STRICTNESS = { allowed: 0, paused: 1, blocked: 2 } as const satisfies Record<AccessState, number>;

type RulesToFollow = [
  users: ReadonlyArray<ReadonlyArray<string>>,
  applied: NonNullable<DeviceReport['applied']>,
  command: Pick<CommandRow, 'saved_at'>,
];

/**
 * True if the applied state follows the rules that the device reported to have (A118). Only then does its report confirm a command. Each
 * group in `users` lists children whose rules may apply together; the strictest rule decides. One matching group is enough.
 *
 * The state may match the current rules or those when it was applied, but not those from before the command. The reason is that a device
 * uses its own clock and receives the usage of other devices late. A used-up allowance is not checked.
 */
function followsRules(call: CallContext, ...[users, applied, command]: RulesToFollow): boolean {
  const instants = new Set([call.now, Math.min(call.now, Math.max(applied.at, command.saved_at))]);
  const isMet = (group: ReadonlyArray<string>, at: number): boolean => {
    const resolutions = group
      .map((id) => findChild(call.sql, id))
      .flatMap((child) => (child === null ? [] : resolveChild(call, child, at)));
    return matchesResolutions(
      resolutions.map(({ resolution }) => resolution),
      applied.state,
    );
  };
  return users.length === 0 || users.some((group) => [...instants].some((at) => isMet(group, at)));
}

/** Like `followsRules`, but a device over the plan’s limit has no rules, so it has to allow everything (A167). */
export function followsPlan(call: CallContext, deviceId: string, ...[users, applied, command]: RulesToFollow): boolean {
  return listDevicesOverLimit(call).has(deviceId) ? applied.state === 'allowed' : followsRules(call, users, applied, command);
}

function matchesResolutions(resolutions: ReadonlyArray<Resolution>, state: AccessState): boolean {
  // A device may be stricter because it knows of unreported usage, but not while a grant overrides the allowance.
  if (state !== 'allowed' && resolutions.length > 0 && resolutions.every(({ why }) => why?.effect === 'grant')) return false;
  return resolutions.every((resolution) => resolution.why?.kind === 'allowance' || STRICTNESS[state] >= STRICTNESS[resolution.state]);
}
