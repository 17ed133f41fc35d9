import { describe, expect, test } from 'vitest';
import { type AccessState, resolveBlockStatus, type StatusInput } from './block-status.ts';
import { stateByClockReading } from './clock.oracle.ts';
import type { CommandState } from './command.ts';
import { limitOn } from './daily-limit.ts';
import { resolveDeviceView } from './device.ts';
import { at, makeAllowance, makeOverride, makeSchedule } from './rule.fixture.ts';
import type { Rule } from './rule.ts';
import { resolveUsageDisplay } from './usage.ts';

// Compares every combination of rules, usage, pause and device state at one instant with an independent implementation.
const NOW = at('2026-05-01T12:00Z'); // 14:00 in Berlin
const TODAY = '2026-05-01';
const HOUR = 3_600_000;

const OVERRIDES: Record<string, Array<Rule>> = {
  none: [],
  'a block': [makeOverride('block', '2026-05-01T11:00Z', null)],
  'a block that ends now': [makeOverride('block', '2026-05-01T11:00Z', '2026-05-01T12:00Z')],
  'a block that begins now': [makeOverride('block', '2026-05-01T12:00Z', '2026-05-01T13:00Z')],
  'a grant': [makeOverride('grant', '2026-05-01T11:00Z', '2026-05-01T12:01Z')],
  'a grant after a block': [
    makeOverride('block', '2026-05-01T10:00Z', null),
    makeOverride('grant', '2026-05-01T11:00Z', null, { id: 'later' }),
  ],
};
const SCHEDULES: Record<string, Array<Rule>> = {
  none: [],
  'one that runs': [makeSchedule('13:00PT120M')],
  'one that begins now': [makeSchedule('14:00PT60M')],
  'one that ends now': [makeSchedule('13:00PT60M')],
  'one of yesterday that runs': [makeSchedule('23:00PT960M', { weekdays: [false, false, false, false, true, false, false] })],
  'one that is suspended': [makeSchedule('13:00PT120M', { suspended: true })],
  'one that is off today': [makeSchedule('13:00PT120M', { exceptions: [{ date: '2026-05-01', change: 'off' }] })],
  'one of single apps': [makeSchedule('13:00PT120M', { scope: 'apps' })],
  'Bedtime and one of their own': [makeSchedule('12:00PT180M', { kind: 'default-schedule' }), makeSchedule('13:00PT120M', { id: 'own' })],
};
const ALLOWANCES: Record<string, StatusInput['allowance']> = {
  none: null,
  off: makeAllowance(0, 60, TODAY, { enabled: false }),
  'some left': makeAllowance(60, 59, TODAY),
  'used up': makeAllowance(60, 60, TODAY),
  'none at all': makeAllowance(0, 0, TODAY),
  'some left, and none tomorrow': makeAllowance(60, 59, TODAY, { limits: [60, 60, 60, 60, 60, 60, 0] }),
  'used up, and none on the next two days': makeAllowance(60, 60, TODAY, { limits: [0, 60, 60, 60, 60, 60, 0] }),
  'none today but some extra minutes': makeAllowance(0, 60, TODAY, { extra: { date: TODAY, seconds: 61 } }),
  'none at all but extra minutes tomorrow': makeAllowance(0, 0, TODAY, { extra: { date: '2026-05-02', seconds: 60 } }),
};
const PAUSES: Record<string, StatusInput['pause']> = {
  none: null,
  'until it is lifted': { until: null },
  'that ends now': { until: NOW },
  'that ends later': { until: NOW + HOUR },
};
const APPLIED: Array<AccessState | null> = [null, 'allowed', 'blocked', 'paused'];
const COMMANDS: Array<CommandState | null> = [null, 'saved', 'sent', 'confirmed', 'failed', 'expired', 'superseded', 'cancelled'];

function listInputs(): Array<{ name: string; input: StatusInput }> {
  const entries = <Value>(table: Record<string, Value>): Array<[string, Value]> => Object.entries(table);
  return entries(OVERRIDES).flatMap(([override, overrides]) =>
    entries(SCHEDULES).flatMap(([schedule, schedules]) =>
      entries(ALLOWANCES).flatMap(([use, allowance]) =>
        entries(PAUSES).map(([paused, pause]) => ({
          name: `override: ${override}; schedule: ${schedule}; allowance: ${use}; pause: ${paused}`,
          input: { rules: [...schedules, ...overrides], timeZone: 'Europe/Berlin', allowance, pause },
        })),
      ),
    ),
  );
}

/** Returns the view of a device, from the ordered conditions of the specification (4.2.1, A118). */
function viewInWords(requested: AccessState, applied: AccessState | null, command: CommandState | null, isRemoved: boolean): string {
  const sentences: Array<[boolean, string]> = [
    [isRemoved, 'unmanaged'],
    [command === 'saved', 'pending'],
    [command === 'sent', 'pending'],
    [applied === null, 'pending'],
    [applied === requested, requested],
    [command === 'failed', String(applied)],
    [true, 'pending'],
  ];
  return sentences.find(([isSo]) => isSo)?.[1] ?? '';
}

describe('state table', () => {
  test('matches the wall-clock oracle for every combination of override, schedule, usage and pause', () => {
    const all = listInputs();
    expect(all).toHaveLength(6 * 9 * 9 * 4);
    const wrong = all.flatMap(({ name, input }) => {
      const { state, why, until, nextChange } = resolveBlockStatus(input, NOW);
      const complaints = [
        ...(state === stateByClockReading(input, NOW) ? [] : [`${name}: ${state}`]),
        ...((why === null) === (state === 'allowed' && why?.effect !== 'grant') ? [] : [`${name}: ${state} without a reason`]),
        ...(until === (nextChange?.at ?? null) ? [] : [`${name}: two ends`]),
      ];
      if (nextChange === null) return complaints;
      const isAsSaid =
        stateByClockReading(input, nextChange.at) === nextChange.state &&
        stateByClockReading(input, nextChange.at - 1) !== nextChange.state;
      return isAsSaid ? complaints : [...complaints, `${name}: ${nextChange.state} not at ${nextChange.at}`];
    });
    expect(wrong).toEqual([]);
  });

  test('resolves the specified view for every device state, and shows an unconfirmed pause as playing', () => {
    const wrong: Array<string> = [];
    for (const { name, input } of listInputs()) {
      const { state: requested, why } = resolveBlockStatus(input, NOW);
      for (const applied of APPLIED) {
        for (const command of COMMANDS) {
          for (const managementRemoved of [false, true]) {
            const { view } = resolveDeviceView({ requested, applied, command, managementRemoved });
            if (view !== viewInWords(requested, applied, command, managementRemoved))
              wrong.push(`${name}, ${applied}, ${command}: ${view}`);
          }
        }
        const { allowance } = input;
        const left = allowance?.enabled ? limitOn(allowance, TODAY) - allowance.used.seconds : null;
        const asked = input.pause !== null && (input.pause.until === null || input.pause.until > NOW) ? 'pause' : 'play';
        const shown = resolveUsageDisplay({
          why,
          remainingSeconds: left,
          requested: asked,
          applied: applied === requested ? 'all' : 'some',
        });
        const isBlockedByRule = requested === 'blocked' && why?.kind !== 'allowance';
        const isStill = why?.effect === 'grant' || (asked === 'pause' && applied === requested);
        const expected = isBlockedByRule ? 'blocked' : left !== null && left <= 0 ? 'expired' : isStill ? 'paused' : 'playing';
        if (shown !== expected) wrong.push(`${name}, ${applied}: shown as ${shown}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
