import type { AccessState, Resolution } from '../../../../app/domain/block-status';
import type { Call } from '../core/call';
import { findChild } from '../store/child.queries';
import type { CommandRow } from '../store/command.queries';
import type { DeviceReport } from '../store/device.queries';
import { resolveChild } from './resolve';

/** Why a command has failed whose device has the rules and does not follow them; for the record, as what devices say is. */
export const DISOBEYED = 'The device has the rules but does not follow them';

const STRICTNESS = { allowed: 0, paused: 1, blocked: 2 } as const satisfies Record<AccessState, number>;

/**
 * Does what a device says it has applied follow the rules that it says it has (A118)? Only then does its word prove a command. `users`: each
 * group of children whose rules may be those that hold on it, the strictest of a group; one group will do.
 *
 * A device applies by its own clock and hears late what others used, so it has until now to agree: the rules of the moment at which it applied
 * them will do as well, no earlier than the command, and a used-up allowance is its own matter.
 */
export function isObeyed(
  call: Call,
  users: ReadonlyArray<ReadonlyArray<string>>,
  applied: NonNullable<DeviceReport['applied']>,
  command: Pick<CommandRow, 'saved_at'>,
): boolean {
  const moments = new Set([call.now, Math.min(call.now, Math.max(applied.at, command.saved_at))]);
  const isMet = (group: ReadonlyArray<string>, at: number): boolean => {
    const resolutions = group
      .map((id) => findChild(call.sql, id))
      .flatMap((child) => (child === null ? [] : resolveChild(call, child, at)));
    return isFollowed(
      resolutions.map(({ resolution }) => resolution),
      applied.state,
    );
  };
  return users.length === 0 || users.some((group) => [...moments].some((at) => isMet(group, at)));
}

function isFollowed(asked: ReadonlyArray<Resolution>, state: AccessState): boolean {
  // It may know of use that is not told yet, so that it is stricter; but a grant stands above that.
  if (state !== 'allowed' && asked.length > 0 && asked.every(({ why }) => why?.effect === 'grant')) return false;
  return asked.every((resolution) => resolution.why?.kind === 'allowance' || STRICTNESS[state] >= STRICTNESS[resolution.state]);
}
