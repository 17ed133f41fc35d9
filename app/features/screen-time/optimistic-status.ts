import type { AccessState, Reason } from '~/domain/block-status';
import type { CommandAction } from '~/domain/command';
import type { RuleId } from '~/domain/ids';
import type { Instant } from '~/domain/time';
import { type ChildStatus, type DeviceStatus, isElsewhere } from '~/features/children/child-status';
import { type AccessRequest, endOf, parseAccessRequest } from './access-request';
import { type BonusTimeRequest, parseBonusTimeRequest, secondsBeyond } from './extra-minutes';

/** What was tapped on the manage page and has not been answered yet. */
export type RequestedChange =
  | { kind: 'access'; access: AccessRequest }
  | { kind: 'lift' }
  | { kind: 'resume' }
  | { kind: 'extra'; extra: BonusTimeRequest }
  /** The schedules change; `without` one that no longer speaks now. */
  | { kind: 'schedules'; without: RuleId | null };

/** What a form on its way asks for; null where it changes no state (asking the devices again) or what is typed cannot be read. */
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
 * The status as it will stand if the wish is granted: every device asked, none of them heard. What a device said itself is not touched
 * (docs/reference/design.md, principle 2). The reasons keep the order in which the rules put them (A121); what only rules can tell (the
 * next change, whether
 * Bedtime is running) is left open.
 */
export function optimisticStatus(status: ChildStatus, wish: RequestedChange, now: Instant): ChildStatus {
  const before = status.why === null ? [] : [status.why, ...status.beaten];
  const [why = null, ...beaten] = expectReasons(before, wish, now);
  const state = stateOf(why);
  const action = actionOf(wish);
  const nextChange = why === status.why ? expectNextChange(status, before, wish, now) : null;
  // Where nothing is paused, nobody is asked to resume.
  const isAsked = wish.kind !== 'resume' || before.some(({ kind }) => kind === 'pause');
  const devices = isAsked ? status.devices.map((device) => askDevice(device, state, action, now)) : status.devices;
  const managed = devices.filter(({ view }) => view !== 'unmanaged');
  const here = managed.filter((device) => !isElsewhere(device));
  return {
    ...status,
    usage: expectUsage(status.usage, wish),
    state,
    why,
    beaten,
    until: nextChange?.at ?? why?.until ?? null,
    nextChange,
    view: (here.length === 0 ? managed : here).some(({ view }) => view === 'pending') ? 'pending' : status.view,
    override: expectOverride(status.override, wish, now),
    devices,
  };
}

function expectReasons(before: Array<Reason>, wish: RequestedChange, now: Instant): Array<Reason> {
  const without = (kind: Reason['kind']) => before.filter((reason) => reason.kind !== kind);
  switch (wish.kind) {
    case 'access': {
      const { effect } = wish.access;
      const own = { ruleId: null, name: null, effect, until: endOf(wish.access, now) };
      if (effect !== 'pause') return [{ kind: 'override', ...own }, ...without('override')];
      // The later word counts: a grant is over with it (S54).
      return [...without('pause').filter((reason) => reason.effect !== 'grant'), { kind: 'pause', ...own }];
    }
    case 'lift':
      return without('override');
    case 'resume':
      return without('pause');
    case 'extra':
      return wish.extra.kind === 'add' ? without('allowance') : before;
    case 'schedules':
      // Whether one that is switched on runs now, only the rules can tell.
      return before.filter(({ ruleId }) => ruleId === null || ruleId !== wish.without);
    default:
      return before;
  }
}

/** What comes next while the same reason holds on; null where only the rules can tell. */
function expectNextChange(
  { nextChange, state }: ChildStatus,
  before: Array<Reason>,
  wish: RequestedChange,
  now: Instant,
): ChildStatus['nextChange'] {
  if (nextChange === null || wish.kind === 'schedules') return null;
  // Screen time that was used up may have been all that kept the child out until then.
  if (wish.kind === 'extra' && before.some(({ kind }) => kind === 'allowance')) return null;
  if (nextChange.state === 'blocked') return nextChange;
  // A pause beneath is what the end of a block leads into.
  if (wish.kind === 'access' && wish.access.effect === 'pause') {
    const end = endOf(wish.access, now);
    return { at: nextChange.at, state: end === null || end > nextChange.at ? 'paused' : 'allowed' };
  }
  if (wish.kind !== 'resume' || nextChange.state !== 'paused') return nextChange;
  return state === 'blocked' ? { at: nextChange.at, state: 'allowed' } : null;
}

function expectOverride(override: ChildStatus['override'], wish: RequestedChange, now: Instant): ChildStatus['override'] {
  if (wish.kind === 'lift') return null;
  if (wish.kind !== 'access') return override;
  if (wish.access.effect === 'pause') return override?.effect === 'grant' ? null : override;
  return { ruleId: '', effect: wish.access.effect, since: now, until: endOf(wish.access, now) };
}

/** Minutes that are added are there at once; what is taken back is for the answer to tell. */
function expectUsage(usage: ChildStatus['usage'], wish: RequestedChange): ChildStatus['usage'] {
  if (usage === null) return null;
  if (wish.kind === 'resume') return { ...usage, requested: 'play' };
  if (wish.kind === 'access' && wish.access.effect === 'pause') return { ...usage, requested: 'pause' };
  if (wish.kind !== 'extra' || wish.extra.kind !== 'add') return usage;
  const limitSeconds = usage.limitSeconds + secondsBeyond(usage) + wish.extra.minutes * 60;
  return { ...usage, limitSeconds, remainingSeconds: Math.max(0, limitSeconds - usage.usedSeconds) };
}

function stateOf(why: Reason | null): AccessState {
  if (why === null || why.effect === 'grant') return 'allowed';
  return why.effect === 'block' ? 'blocked' : 'paused';
}

function actionOf(wish: RequestedChange): CommandAction {
  if (wish.kind === 'access') return wish.access.effect;
  return wish.kind === 'lift' || wish.kind === 'resume' ? wish.kind : 'rules';
}

const STRICTEST_FIRST: ReadonlyArray<AccessState> = ['blocked', 'paused', 'allowed'];

/**
 * One in other hands is asked as well, and goes on with what holds there; so does one that a sibling's rules hold, unless these are no
 * stricter.
 */
function askDevice(device: DeviceStatus, requested: AccessState, action: CommandAction, now: Instant): DeviceStatus {
  if (device.view === 'unmanaged') return device;
  const command = { id: '', action, state: 'saved', savedAt: now, sentAt: null, confirmedAt: null, endedAt: null, error: null } as const;
  const heldBy = STRICTEST_FIRST.indexOf(requested) <= STRICTEST_FIRST.indexOf(device.requested) ? null : device.heldBy;
  const asked = { ...device, heldBy, view: 'pending', command, commandIsOwn: true } as const;
  return { ...asked, requested: isElsewhere(asked) ? device.requested : requested };
}
