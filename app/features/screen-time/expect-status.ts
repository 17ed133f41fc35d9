import type { AccessState, Reason } from '~/domain/block-status';
import type { CommandAction } from '~/domain/command';
import type { Schedule } from '~/domain/rule';
import type { Instant } from '~/domain/time';
import type { ChildStatus, DeviceStatus } from '~/features/children/child-status';
import { type AccessWish, endOf, parseAccessWish } from './access-wish';
import { parseBedtimeTimes } from './bedtime';

/** What was tapped on the manage page and has not been answered yet. */
export type Wish =
  | { kind: 'access'; access: AccessWish }
  | { kind: 'lift' }
  | { kind: 'resume' }
  | { kind: 'switch-bedtime'; isOn: boolean }
  | { kind: 'change-bedtime'; change: Pick<Schedule, 'window' | 'weekdays'> };

/** What a form on its way asks for; null where it changes no state (asking the devices again) or what is typed cannot be read. */
export function toWish(fields: FormData, now: Instant): Wish | null {
  const intent = String(fields.get('intent'));
  const access = parseAccessWish(intent, now);
  if (access !== null) return { kind: 'access', access };
  switch (intent) {
    case 'lift':
    case 'undo':
      return { kind: 'lift' };
    case 'resume':
      return { kind: 'resume' };
    case 'bedtime-on':
    case 'bedtime-off':
      return { kind: 'switch-bedtime', isOn: intent === 'bedtime-on' };
    case 'bedtime-times': {
      const change = parseBedtimeTimes(fields);
      return 'faults' in change ? null : { kind: 'change-bedtime', change };
    }
    default:
      return null;
  }
}

/**
 * The status as it will stand if the wish is granted: every device asked, none of them heard. What a device said itself is not touched
 * (ui.md, principle 2). The reasons keep the order in which the rules put them (A121); what only rules can tell (the next change, whether
 * Bedtime is running) is left open.
 */
export function expectStatus(status: ChildStatus, wish: Wish, now: Instant): ChildStatus {
  const before = status.why === null ? [] : [status.why, ...status.beaten];
  const [why = null, ...beaten] = expectReasons(before, wish, now);
  const stays = why === status.why;
  const state = stateOf(why);
  const action = actionOf(wish);
  const devices = status.devices.map((device) => askDevice(device, state, action, now));
  return {
    ...status,
    state,
    why,
    beaten,
    until: stays ? status.until : (why?.until ?? null),
    nextChange: stays ? status.nextChange : null,
    view: devices.some(({ view }) => view === 'pending') ? 'pending' : status.view,
    override: expectOverride(status.override, wish, now),
    devices,
  };
}

/** Bedtime as it will stand if the wish is granted. */
export function expectBedtime(rule: Schedule, wish: Wish): Schedule {
  if (wish.kind === 'switch-bedtime') return { ...rule, suspended: !wish.isOn };
  return wish.kind === 'change-bedtime' ? { ...rule, ...wish.change } : rule;
}

function expectReasons(before: Array<Reason>, wish: Wish, now: Instant): Array<Reason> {
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
    case 'switch-bedtime':
      return wish.isOn ? before : without('default-schedule');
    default:
      return before;
  }
}

function expectOverride(override: ChildStatus['override'], wish: Wish, now: Instant): ChildStatus['override'] {
  if (wish.kind === 'lift') return null;
  if (wish.kind !== 'access') return override;
  if (wish.access.effect === 'pause') return override?.effect === 'grant' ? null : override;
  return { ruleId: '', effect: wish.access.effect, since: now, until: endOf(wish.access, now) };
}

function stateOf(why: Reason | null): AccessState {
  if (why === null || why.effect === 'grant') return 'allowed';
  return why.effect === 'block' ? 'blocked' : 'paused';
}

function actionOf(wish: Wish): CommandAction {
  if (wish.kind === 'access') return wish.access.effect;
  return wish.kind === 'lift' || wish.kind === 'resume' ? wish.kind : 'rules';
}

function askDevice(device: DeviceStatus, requested: AccessState, action: CommandAction, now: Instant): DeviceStatus {
  if (device.view === 'unmanaged') return device;
  const command = { id: '', action, state: 'saved', savedAt: now, sentAt: null, confirmedAt: null, endedAt: null, error: null } as const;
  return { ...device, view: 'pending', requested, command };
}
