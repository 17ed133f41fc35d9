import { type AccessState, type Resolution, resolveBlockStatus, type StatusInput } from '#app/domain/block-status';
import { limitOn } from '#app/domain/daily-limit';
import type { DeviceFacts } from '#app/domain/device';
import { applyScheduleLimit } from '#app/domain/plan-limits';
import type { Rule } from '#app/domain/rule';
import { localDate } from '#app/domain/time';
import { commandStateSchema } from '#app/wire/command';
import { toStatusInput } from '#app/wire/device';
import type { CallContext } from '../core/call-context';
import { allowanceExtraOf, allowanceOf, type ChildRow, isAllowanceOn } from '../store/child.queries';
import type { CommandRow } from '../store/command.queries';
import type { StoredDevice } from '../store/device.queries';
import { listRules } from '../store/rule.queries';
import { planOf } from '../subscription/plan-of';
import { findEntitlements } from '../subscription/sku.queries';
import { sumUsedOn } from './used-seconds';

const DAY_SECONDS = 86_400;

/**
 * A child with its current resolution. `rules`: as they apply under the plan; `storedRules`: as the parent set them. `limitSeconds` is
 * today's limit, or the seconds of a whole day without an allowance.
 */
export type ResolvedChild = {
  child: ChildRow;
  rules: Array<Rule>;
  storedRules: Array<Rule>;
  usedSeconds: number;
  limitSeconds: number;
  statusInput: StatusInput;
  resolution: Resolution;
};

/** Resolves a child's state at an instant, by default now. Pass `rules` if they were already read. */
export function resolveChild(call: CallContext, child: ChildRow, at = call.now, rules = listRules(call.sql, child.id)): ResolvedChild {
  const today = localDate(at, child.time_zone);
  const usedSeconds = sumUsedOn(call.sql, child, today);
  const { limits } = at === call.now ? planOf(call) : findEntitlements(call.sql, at);
  const effective = applyScheduleLimit(rules, limits.schedulesPerChild);
  const statusInput = toStatusInput(
    {
      rules: effective,
      timeZone: child.time_zone,
      allowance: allowanceOf(child),
      allowanceEnabled: child.allowance_enabled === 1 && isAllowanceOn(child, limits),
      allowanceExtra: allowanceExtraOf(child, at),
      isPaused: child.requested_state === 'pause',
      pauseUntil: child.pause_until,
    },
    usedSeconds,
    at,
  );
  return {
    child,
    rules: effective,
    storedRules: rules,
    usedSeconds,
    limitSeconds: statusInput.allowance === null ? DAY_SECONDS : limitOn(statusInput.allowance, today),
    statusInput,
    resolution: resolveBlockStatus(statusInput, at),
  };
}

const STRICTEST_FIRST: ReadonlyArray<AccessState> = ['blocked', 'paused', 'allowed'];

type Children = ReadonlyMap<string, ResolvedChild>;

/**
 * Returns the state requested of a device: that of its active child, or the strictest of its children's states if the active child is
 * unknown (D12). A device over the plan’s limit is always allowed.
 */
export function requestedStateOf(device: StoredDevice, children: Children, isOverLimit: boolean): AccessState {
  if (isOverLimit) return 'allowed';
  const states = mayUse(device).map((id) => stateOf(id, children));
  return STRICTEST_FIRST.find((state) => states.includes(state)) ?? 'allowed';
}

/**
 * Returns the child whose stricter state applies instead of the state of `childId`. This happens on a shared device without a known user
 * (D12). Null if the state of `childId` applies.
 */
export function findStricterSibling(device: StoredDevice, childId: string, children: Children, requested: AccessState): string | null {
  const ids = mayUse(device);
  if (!ids.includes(childId) || stateOf(childId, children) === requested) return null;
  return ids.find((id) => stateOf(id, children) === requested) ?? null;
}

/** Returns the active child, or all children of the device if it is unknown. */
function mayUse({ childIds, report: { activeChildId } }: StoredDevice): Array<string> {
  return activeChildId !== null && childIds.includes(activeChildId) ? [activeChildId] : childIds;
}

function stateOf(childId: string, children: Children): AccessState {
  return children.get(childId)?.resolution.state ?? 'allowed';
}

/** Returns the facts that determine how a device is shown. */
export function toDeviceFacts(device: StoredDevice, requested: AccessState, command: CommandRow | null): DeviceFacts {
  return {
    managementRemoved: device.report.managementRemovedAt !== null,
    requested,
    applied: device.report.applied?.state ?? null,
    command: command === null ? null : commandStateSchema.parse(command.state),
  };
}
