import { type AccessState, type Resolution, resolveBlockStatus, type StatusInput } from '../../../../app/domain/block-status';
import { limitOn } from '../../../../app/domain/daily-limit';
import type { DeviceFacts } from '../../../../app/domain/device';
import type { Rule } from '../../../../app/domain/rule';
import { localDate } from '../../../../app/domain/time';
import { commandStateSchema } from '../../../../app/wire/command';
import { questionOf } from '../../../../app/wire/device';
import type { Call } from '../core/call';
import { allowanceExtraOf, allowanceOf, type ChildRow, isAllowanceOn } from '../store/child.queries';
import type { CommandRow } from '../store/command.queries';
import type { StoredDevice } from '../store/device.queries';
import { listRules } from '../store/rule.queries';
import { planOf } from '../subscription/plan-of';
import { findEntitlements } from '../subscription/sku.queries';
import { sumUsedOn } from './used-seconds';

const DAY_SECONDS = 86_400;

/** A child with what its rules ask for now. `limitSeconds` is today's; the whole day while no allowance is set. */
export type ResolvedChild = {
  child: ChildRow;
  rules: Array<Rule>;
  usedSeconds: number;
  limitSeconds: number;
  question: StatusInput;
  resolution: Resolution;
};

/** What holds for a child now, or, by the same rules, held or will hold at another instant. `rules` where they were read already. */
export function resolveChild(call: Call, child: ChildRow, at = call.now, rules = listRules(call.sql, child.id)): ResolvedChild {
  const today = localDate(at, child.time_zone);
  const usedSeconds = sumUsedOn(call.sql, child, today);
  const question = questionOf(
    {
      rules,
      timeZone: child.time_zone,
      allowance: allowanceOf(child),
      allowanceEnabled:
        child.allowance_enabled === 1 && isAllowanceOn(child, (at === call.now ? planOf(call) : findEntitlements(call.sql, at)).limits),
      allowanceExtra: allowanceExtraOf(child, at),
      isPaused: child.requested_state === 'pause',
      pauseUntil: child.pause_until,
    },
    usedSeconds,
    at,
  );
  return {
    child,
    rules,
    usedSeconds,
    limitSeconds: question.allowance === null ? DAY_SECONDS : limitOn(question.allowance, today),
    question,
    resolution: resolveBlockStatus(question, at),
  };
}

const STRICTEST_FIRST: ReadonlyArray<AccessState> = ['blocked', 'paused', 'allowed'];

type Children = ReadonlyMap<string, ResolvedChild>;

/** What a device is asked for: the state of the child that uses it, or of the strictest while that is unknown (D12). */
export function requestedOf(device: StoredDevice, children: Children): AccessState {
  const states = mayUse(device).map((id) => stateOf(id, children));
  return STRICTEST_FIRST.find((state) => states.includes(state)) ?? 'allowed';
}

/**
 * On a device of several that has not said who uses it: another child whose state is `requested`, because it is stricter than what is asked
 * for `childId` (D12). Null where that child's own state holds there.
 */
export function heldByOf(device: StoredDevice, childId: string, children: Children, requested: AccessState): string | null {
  const ids = mayUse(device);
  if (!ids.includes(childId) || stateOf(childId, children) === requested) return null;
  return ids.find((id) => stateOf(id, children) === requested) ?? null;
}

/** The child that uses the device by its own word, else all who may. */
function mayUse({ childIds, report: { activeChildId } }: StoredDevice): Array<string> {
  return activeChildId !== null && childIds.includes(activeChildId) ? [activeChildId] : childIds;
}

function stateOf(childId: string, children: Children): AccessState {
  return children.get(childId)?.resolution.state ?? 'allowed';
}

/** The facts that a device's view is made of. */
export function factsOf(device: StoredDevice, requested: AccessState, command: CommandRow | null): DeviceFacts {
  return {
    managementRemoved: device.report.managementRemovedAt !== null,
    requested,
    applied: device.report.applied?.state ?? null,
    command: command === null ? null : commandStateSchema.parse(command.state),
  };
}
