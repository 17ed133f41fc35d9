import { formatTimeWindow, parseTimeWindow } from '#app/domain/time.ts';
import type { PolicyWire } from '#app/wire/device.ts';
import { advanceClock } from '#device/clock.ts';
import type { DeviceState } from '#device/state.ts';
import { takePolicy } from '#device/transitions.ts';
import { addUsage } from '#device/usage.ts';
import type { Invariant } from '../faults/ledger.ts';
import type { Bugs } from './simulate.ts';

type User = PolicyWire['users'][number];

/** Possible bugs, each with the invariant that it breaks. */
export const BUGS: ReadonlyArray<{ bug: string; breaks: Invariant; bugs: Bugs }> = [
  { bug: 'a window ends a minute late', breaks: 'I4', bugs: { policyOf: eachRule(lengthen) } },
  { bug: 'an exception is not looked at', breaks: 'I4', bugs: { policyOf: eachRule(({ exceptions, ...rule }) => rule) } },
  {
    bug: 'extra minutes do not reach the device',
    breaks: 'I4',
    bugs: { policyOf: eachUser((user) => ({ ...user, allowance_extra: null })) },
  },
  {
    bug: 'the rules of apps do not reach the device',
    breaks: 'I4',
    bugs: { policyOf: eachUser((user) => ({ ...user, granularity: null })) },
  },
  {
    bug: 'a schedule of an app does not reach the device',
    breaks: 'I4',
    bugs: { policyOf: eachApp(() => ({ app_schedules: {} })) },
  },
  {
    bug: 'a limit of an app is five minutes more on the device',
    breaks: 'I4',
    bugs: {
      policyOf: eachApp(({ app_limits }) => ({
        app_limits: Object.fromEntries(Object.entries(app_limits).map(([id, limit]) => [id, limit + 300])),
      })),
    },
  },
  { bug: 'restrictions do not reach the device', breaks: 'I4', bugs: { policyOf: eachApp(() => ({ omnibus_directives: {} })) } },
  {
    bug: 'a host of the web filter is forgotten',
    breaks: 'I4',
    bugs: { policyOf: eachApp(({ web_filter }) => ({ web_filter: { ...web_filter, deny: web_filter.deny.slice(1) } })) },
  },
  {
    bug: 'time in an app for learning counts against the allowance',
    breaks: 'I1',
    bugs: { addUsage: (state, seconds, now) => ({ ...addUsage(withoutLearning(state), seconds, now), policy: state.policy }) },
  },
  { bug: 'what stood before is not sent again by an undo', breaks: 'I2', bugs: { noWayBack: true } },
  {
    bug: 'a device believes the clock that it finds when it starts again',
    breaks: 'I4',
    bugs: { keepTime: (state) => state },
  },
  {
    bug: 'a device does not know how long its machine has been running',
    breaks: 'I4',
    bugs: { keepTime: (state, ownNow) => advanceClock(state, ownNow, null) },
  },
  { bug: 'an older report that comes late wins', breaks: 'I4', bugs: { everySeq: true } },
  { bug: 'an older answer that comes late wins', breaks: 'I4', bugs: { anyWord: true } },
  { bug: 'an older change goes on waiting behind a newer one', breaks: 'I3', bugs: { noSupersede: true } },
  { bug: 'a tap that comes again happens again', breaks: 'I2', bugs: { noRecord: true } },
  {
    bug: 'a device takes older rules that come late',
    breaks: 'I4',
    bugs: { takePolicy: (state, answer, now) => takePolicy({ ...state, policy: null }, answer, now) },
  },
];

function eachUser(change: (user: User) => User): (policy: PolicyWire) => PolicyWire {
  return (policy) => ({ ...policy, users: policy.users.map(change) });
}

type Apps = NonNullable<User['granularity']>;

function eachApp(change: (apps: Apps) => Partial<Apps>): (policy: PolicyWire) => PolicyWire {
  return eachUser((user) =>
    user.granularity === null ? user : { ...user, granularity: { ...user.granularity, ...change(user.granularity) } },
  );
}

function withoutLearning(state: DeviceState): DeviceState {
  const forget = eachApp(() => ({ uncounted_apps: [] }));
  return state.policy === null ? state : { ...state, policy: { ...state.policy, rules: forget(state.policy.rules) } };
}

function eachRule(change: (rule: User['rules'][number]) => User['rules'][number]): (policy: PolicyWire) => PolicyWire {
  return eachUser((user) => ({ ...user, rules: user.rules.map(change) }));
}

function lengthen(rule: User['rules'][number]): User['rules'][number] {
  const window = rule.type === 'override' ? null : parseTimeWindow(rule.time_duration);
  return window === null ? rule : { ...rule, time_duration: formatTimeWindow({ ...window, minutes: window.minutes + 1 }) };
}
