import type { AccessState, Reason } from '#app/domain/block-status';
import type { CommandAction } from '#app/domain/command';
import type { RuleId } from '#app/domain/ids';
import type { Instant } from '#app/domain/time';
import { type ChildStatus, type DeviceStatus, followsOtherChild } from '#app/features/children/status/child-status';
import { type AccessRequest, endOf, parseAccessRequest } from './access-request';
import { type BonusTimeRequest, parseBonusTimeRequest, secondsBeyond } from './extra-minutes';

/** A change submitted on the manage page that the server has not answered yet. */
export type RequestedChange =
  | { kind: 'access'; access: AccessRequest }
  | { kind: 'lift' }
  | { kind: 'resume' }
  | { kind: 'extra'; extra: BonusTimeRequest }
  /** A change to schedules. `without`: ID of the schedule that is no longer active now, or null. */
  | { kind: 'schedules'; without: RuleId | null };

/** Returns the change that a submitted form requests. Returns null if it changes no state, or if its values are invalid. */
export function toRequestedChange(fields: FormData, now: Instant): RequestedChange | null {
  const intent = String(fields.get('intent'));
  const access = parseAccessRequest(intent, now, fields.get('minutes'));
  if (access !== null) return { kind: 'access', access };
  const extra = parseBonusTimeRequest(intent, fields);
  if (extra !== null) return { kind: 'extra', extra };
  switch (intent) {
    case 'lift':
    case 'undo':
      return { kind: 'lift' };
    case 'resume':
    case 'undo-pause':
      return { kind: 'resume' };
    case 'schedule-off':
    case 'schedule-skip':
    case 'schedule-remove':
      return { kind: 'schedules', without: String(fields.get('rule_id')) };
    case 'schedule-on':
    case 'schedule-unskip':
    case 'schedule-save':
      return { kind: 'schedules', without: null };
    default:
      return null;
  }
}

/**
 * Returns the status expected after the change, with all devices pending. Device reports stay unchanged (docs/reference/design.md,
 * principle 2), and reasons keep their priority (A121). Omits facts that only the rules can decide, such as whether Bedtime is active.
 */
export function optimisticStatus(status: ChildStatus, change: RequestedChange, now: Instant): ChildStatus {
  const before = status.why === null ? [] : [status.why, ...status.overridden];
  const [why = null, ...overridden] = expectReasons(before, change, now);
  const state = stateOf(why);
  const action = actionOf(change);
  const nextChange = why === status.why ? expectNextChange(status, before, change, now) : null;
  // Without a pause, resume sends no command.
  const isSent = change.kind !== 'resume' || before.some(({ kind }) => kind === 'pause');
  const devices = isSent ? status.devices.map((device) => withPendingCommand(device, state, action, now)) : status.devices;
  const managed = devices.filter(({ view }) => view !== 'unmanaged');
  const ownDevices = managed.filter((device) => !followsOtherChild(device));
  return {
    ...status,
    usage: expectUsage(status.usage, change),
    state,
    why,
    overridden,
    until: nextChange?.at ?? why?.until ?? null,
    nextChange,
    view: (ownDevices.length === 0 ? managed : ownDevices).some(({ view }) => view === 'pending') ? 'pending' : status.view,
    override: expectOverride(status.override, change, now),
    devices,
  };
}

function expectReasons(before: Array<Reason>, change: RequestedChange, now: Instant): Array<Reason> {
  const without = (kind: Reason['kind']) => before.filter((reason) => reason.kind !== kind);
  switch (change.kind) {
    case 'access': {
      const { effect } = change.access;
      const own = { ruleId: null, name: null, effect, until: endOf(change.access, now) };
      if (effect !== 'pause') return [{ kind: 'override', ...own }, ...without('override')];
      // A later pause ends an allow override (S54).
      return [...without('pause').filter((reason) => reason.effect !== 'grant'), { kind: 'pause', ...own }];
    }
    case 'lift':
      return without('override');
    case 'resume':
      return without('pause');
    case 'extra':
      return change.extra.kind === 'add' ? without('allowance') : before;
    case 'schedules':
      // A schedule that was turned on adds no reason, because only the rules determine whether it is active now.
      return before.filter(({ ruleId }) => ruleId === null || ruleId !== change.without);
    default:
      return before;
  }
}

/** Returns the next change if the current reason stays active. Returns null if it depends on the rules. */
function expectNextChange(
  { nextChange, state }: ChildStatus,
  before: Array<Reason>,
  change: RequestedChange,
  now: Instant,
): ChildStatus['nextChange'] {
  if (nextChange === null || change.kind === 'schedules') return null;
  // The used-up limit may have been the only reason for a block until the next change.
  if (change.kind === 'extra' && before.some(({ kind }) => kind === 'allowance')) return null;
  if (nextChange.state === 'blocked') return nextChange;
  // When the block ends, the pause that was on hold becomes active.
  if (change.kind === 'access' && change.access.effect === 'pause') {
    const end = endOf(change.access, now);
    return { at: nextChange.at, state: end === null || end > nextChange.at ? 'paused' : 'allowed' };
  }
  if (change.kind !== 'resume' || nextChange.state !== 'paused') return nextChange;
  return state === 'blocked' ? { at: nextChange.at, state: 'allowed' } : null;
}

function expectOverride(override: ChildStatus['override'], change: RequestedChange, now: Instant): ChildStatus['override'] {
  if (change.kind === 'lift') return null;
  if (change.kind !== 'access') return override;
  if (change.access.effect === 'pause') return override?.effect === 'grant' ? null : override;
  return { ruleId: '', effect: change.access.effect, since: now, until: endOf(change.access, now) };
}

/** Adds bonus time immediately. A subtraction shows only after the response. */
function expectUsage(usage: ChildStatus['usage'], change: RequestedChange): ChildStatus['usage'] {
  if (usage === null) return null;
  if (change.kind === 'resume') return { ...usage, requested: 'play' };
  if (change.kind === 'access' && change.access.effect === 'pause') return { ...usage, requested: 'pause' };
  if (change.kind !== 'extra' || change.extra.kind !== 'add') return usage;
  const limitSeconds = usage.limitSeconds + secondsBeyond(usage) + change.extra.minutes * 60;
  return { ...usage, limitSeconds, remainingSeconds: Math.max(0, limitSeconds - usage.usedSeconds) };
}

function stateOf(why: Reason | null): AccessState {
  if (why === null || why.effect === 'grant') return 'allowed';
  return why.effect === 'block' ? 'blocked' : 'paused';
}

function actionOf(change: RequestedChange): CommandAction {
  if (change.kind === 'access') return change.access.effect;
  return change.kind === 'lift' || change.kind === 'resume' ? change.kind : 'rules';
}

const STRICTEST_FIRST: ReadonlyArray<AccessState> = ['blocked', 'paused', 'allowed'];

/**
 * Returns the device with the change pending. A device used by another child keeps its requested state. A device under a sibling's rules
 * also keeps its state, unless the new state is at least as strict.
 */
function withPendingCommand(device: DeviceStatus, requested: AccessState, action: CommandAction, now: Instant): DeviceStatus {
  if (device.view === 'unmanaged') return device;
  const command = { id: '', action, state: 'saved', savedAt: now, sentAt: null, confirmedAt: null, endedAt: null, error: null } as const;
  const governedBy = STRICTEST_FIRST.indexOf(requested) <= STRICTEST_FIRST.indexOf(device.requested) ? null : device.governedBy;
  const sent = { ...device, governedBy, view: 'pending', command, commandIsOwn: true } as const;
  return { ...sent, requested: followsOtherChild(sent) ? device.requested : requested };
}
