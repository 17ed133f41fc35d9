import type { Granularity } from '#app/domain/app-rules.ts';
import { WEB_FILTER_KEY } from '#app/domain/restrictions.ts';
import type { Effect, Override, Schedule, ScheduleException } from '#app/domain/rule.ts';
import { addDays } from '#app/domain/time.ts';
import type { Random } from '../faults/random.ts';
import type { Settings } from './family.ts';

const MINUTE = 60_000;
export const GAME = 'com.example.game';

/** A made-up change by a parent. `change` is pure. Repeating it has a further effect only if it has one in the product. */
export type Tap = { what: string; change: (settings: Settings) => Settings };

/** Returns a random tap at `now`. `today`: the child's local date. */
export function makeTap(random: Random, now: number, today: string, id: string): Tap {
  const until = random.chance(0.3) ? null : now + (1 + random.int(300)) * MINUTE;
  if (random.chance(0.2)) return makeRareTap(random, today);
  switch (random.int(12)) {
    case 0:
      return override('block', until, now, id);
    case 1:
      return override('grant', until, now, id);
    case 2:
      return { what: 'lift', change: (settings) => ({ ...settings, rules: settings.rules.filter(({ kind }) => kind !== 'override') }) };
    case 3:
      return { what: 'pause', change: (settings) => ({ ...settings, pause: { until } }) };
    case 4:
      return { what: 'resume', change: (settings) => ({ ...settings, pause: null }) };
    case 5:
      return addSchedule(random, now, id);
    case 6:
      return editSchedule(random, today);
    case 7: {
      const allowance = { isOn: random.chance(0.8), seconds: random.int(4) * 600 };
      return { what: 'allowance', change: (settings) => ({ ...settings, allowance: { ...settings.allowance, ...allowance } }) };
    }
    case 8:
      return { what: 'extra', change: (settings) => addExtra(settings, today) };
    case 9:
      return addAppSchedule(random, now, id);
    case 10: {
      const appLimits: Granularity['appLimits'] = random.chance(0.2) ? {} : { [GAME]: 300 * (1 + random.int(4)) };
      return { what: 'app limit', change: (settings) => ({ ...settings, granularity: { ...settings.granularity, appLimits } }) };
    }
    default: {
      const directive = random.pick(['A', 'N', null] as const);
      const directives: Granularity['directives'] = directive === null ? {} : { [GAME]: directive };
      return { what: 'app', change: (settings) => ({ ...settings, granularity: { ...settings.granularity, directives } }) };
    }
  }
}

/** Returns a rarer change, which mostly leaves the current state as it is. */
function makeRareTap(random: Random, today: string): Tap {
  switch (random.int(4)) {
    case 0:
      return restrict(random);
    case 1:
      return filter(random);
    case 2:
      return takeHolidays(random, today);
    default: {
      const uncountedApps = random.chance(0.6) ? [GAME] : [];
      return { what: 'learning', change: (settings) => ({ ...settings, granularity: { ...settings.granularity, uncountedApps } }) };
    }
  }
}

/** Returns a tap that restores the settings that a change replaced, and keeps all other settings as they are now. */
export function undo(before: Settings, after: Settings): Tap {
  const change = (settings: Settings): Settings => ({
    rules: before.rules === after.rules ? settings.rules : before.rules,
    pause: before.pause === after.pause ? settings.pause : before.pause,
    allowance: before.allowance === after.allowance ? settings.allowance : before.allowance,
    granularity: before.granularity === after.granularity ? settings.granularity : before.granularity,
  });
  return { what: 'undo', change };
}

/** Returns a tap that forbids some of what Android can forbid. The web filter is changed separately. */
function restrict(random: Random): Tap {
  const restrictions: Granularity['restrictions'] = {};
  for (const key of ['allowAppInstallation', 'allowAppRemoval', 'allowAirplaneMode']) if (random.chance(0.4)) restrictions[key] = 'N';
  return {
    what: 'restrictions',
    change: (settings) => {
      const isFiltering = settings.granularity.restrictions[WEB_FILTER_KEY] === true;
      const all = isFiltering ? { ...restrictions, [WEB_FILTER_KEY]: true } : restrictions;
      return { ...settings, granularity: { ...settings.granularity, restrictions: all } };
    },
  };
}

function filter(random: Random): Tap {
  const isOn = random.chance(0.8);
  const hosts = (): Array<string> => ['one.example', 'two.example', 'three.example'].filter(() => random.chance(0.5));
  const webFilter: Granularity['webFilter'] = { allow: hosts(), deny: hosts(), categories: random.chance(0.5) ? ['adult'] : [] };
  return {
    what: 'web filter',
    change: (settings) => {
      const { [WEB_FILTER_KEY]: _, ...others } = settings.granularity.restrictions;
      const restrictions = isOn ? { ...others, [WEB_FILTER_KEY]: true } : others;
      return { ...settings, granularity: { ...settings.granularity, restrictions, webFilter } };
    },
  };
}

/** Returns a tap that gives every schedule exceptions from today or tomorrow on: days off, or days with other times. */
function takeHolidays(random: Random, today: string): Tap {
  const window = windowOf(random);
  const first = random.int(2);
  const exceptions: Array<ScheduleException> = Array.from({ length: 1 + random.int(4) }, (_, day) => {
    const date = addDays(today, first + day);
    return random.chance(0.6) ? { date, change: 'off' } : { date, change: 'window', window };
  });
  return {
    what: 'holidays',
    change: (settings) => ({
      ...settings,
      rules: settings.rules.map((rule) => (rule.kind === 'override' ? rule : { ...rule, exceptions })),
    }),
  };
}

function override(effect: Effect, until: number | null, now: number, id: string): Tap {
  const rule: Override = { kind: 'override', id, childId: 'mia', effect, from: now, until, createdAt: now, updatedAt: now };
  const others = ({ rules }: Settings) => rules.filter(({ kind }) => kind !== 'override');
  return { what: effect, change: (settings) => ({ ...settings, rules: [...others(settings), rule] }) };
}

function addSchedule(random: Random, now: number, id: string): Tap {
  const schedule = makeSchedule(random, now, id);
  // Keeps at most two schedules; with more the state would hardly ever change.
  const kept = ({ rules }: Settings) => rules.filter((rule) => rule.kind !== 'override' && rule.scope === 'device').slice(-1);
  const others = ({ rules }: Settings) => rules.filter((rule) => rule.kind === 'override' || rule.scope === 'apps');
  return { what: 'schedule', change: (settings) => ({ ...settings, rules: [...kept(settings), schedule, ...others(settings)] }) };
}

/** Returns a tap that replaces the game's app schedule; the game has at most one. */
function addAppSchedule(random: Random, now: number, id: string): Tap {
  const schedule: Schedule = { ...makeSchedule(random, now, id), scope: 'apps' };
  return {
    what: 'app schedule',
    change: (settings) => ({
      ...settings,
      rules: [...settings.rules.filter((rule) => rule.kind === 'override' || rule.scope === 'device'), schedule],
      granularity: { ...settings.granularity, appSchedules: { [GAME]: [id] } },
    }),
  };
}

function makeSchedule(random: Random, now: number, id: string): Schedule {
  const on = (): boolean => random.chance(0.8);
  return {
    kind: 'schedule',
    id,
    childId: 'mia',
    name: id,
    weekdays: [on(), on(), on(), on(), on(), on(), on()],
    window: windowOf(random),
    suspended: random.chance(0.1),
    recurring: random.chance(0.8),
    expiresAt: null,
    exceptions: [],
    scope: 'device',
    createdAt: now,
    updatedAt: now,
  };
}

function editSchedule(random: Random, date: string): Tap {
  const window = windowOf(random);
  const kind = random.int(3);
  // Drawn once and not on each call, so that a repeated tap makes the same change.
  const exception: ScheduleException = random.chance(0.5) ? { date, change: 'off' } : { date, change: 'window', window };
  const edit = (schedule: Schedule): Schedule => {
    if (kind === 0) return { ...schedule, suspended: !schedule.suspended };
    if (kind === 1) return { ...schedule, window };
    return { ...schedule, exceptions: [...schedule.exceptions, exception] };
  };
  return {
    what: 'edit',
    change: (settings) => ({ ...settings, rules: settings.rules.map((rule) => (rule.kind === 'schedule' ? edit(rule) : rule)) }),
  };
}

/** Returns a random window. Half of the windows start in the hours in which clocks change, or late in the evening. */
function windowOf(random: Random): Schedule['window'] {
  const start = random.chance(0.5) ? random.int(1440) : random.pick([0, 60, 90, 120, 150, 180, 1260, 1380]);
  return { start, minutes: random.pick([30, 60, 90, 240, 480, 600]) };
}

function addExtra(settings: Settings, date: string): Settings {
  const { allowance } = settings;
  const before = allowance.extra?.date === date ? allowance.extra.seconds : 0;
  return { ...settings, allowance: { ...allowance, extra: { date, seconds: before + 900 } } };
}
