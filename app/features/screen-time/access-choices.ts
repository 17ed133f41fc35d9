import type { TFunction } from 'i18next';
import type { Instant } from '#app/domain/time';
import type { ChildStatus } from '#app/features/children/status/child-status';
import type { Clock } from '#app/features/shell/time/use-clock';
import { PAUSE_MAX_MS } from './access-request';

/** A button of the manage page, with its form intent and label. */
export type Choice = { intent: string; label: string; kind: 'allow' | 'extra' | 'pause' | 'block' };
export type ChoiceGroup = { kind: Choice['kind']; choices: Array<Choice> };

const HALF_AN_HOUR_MS = 30 * 60_000;
/** «30 minutes more» is offered only if the next block starts within this time, in ms. */
const SOON_MS = 12 * 3_600_000;

/**
 * Returns the buttons of the manage page for the current state. `row` contains the most likely actions, such as block and pause while
 * devices are allowed. `groups` contains the other actions.
 */
export function listChoices(
  t: TFunction,
  status: ChildStatus,
  clock: Clock,
  morning: Instant,
): { row: Array<Choice>; groups: Array<ChoiceGroup> } {
  const { why, overridden, override, nextChange, usage } = status;
  const allow = (span: string, key: string): Choice => ({ intent: `allow-${span}`, label: t(key), kind: 'allow' });
  const pause = (span: string, key: string): Choice => ({ intent: `pause-${span}`, label: t(key), kind: 'pause' });
  const block = (span: string, key: string): Choice => ({ intent: `block-${span}`, label: t(key), kind: 'block' });
  const extra = (span: string, key: string): Choice => ({ intent: `extra-${span}`, label: t(key), kind: 'extra' });
  const lift: Choice = {
    intent: 'lift',
    label: t(override?.effect === 'block' ? 'actions.lift_block' : 'actions.back_to_schedule'),
    kind: 'allow',
  };
  const resume: Choice = { intent: 'resume', label: t('actions.resume'), kind: 'pause' };
  const isPaused = [why, ...overridden].some((reason) => reason?.kind === 'pause');
  const row = listRow();
  const inRow = new Set(row.map(({ intent }) => intent));
  const groups: Array<ChoiceGroup> = [
    {
      kind: 'allow',
      choices: [
        ...(override === null ? [] : [lift]),
        allow('20m', 'actions.span_20m'),
        allow('30m', 'actions.span_30m'),
        allow('1h', 'actions.span_1h'),
        allow('2h', 'actions.span_2h'),
        ...(nextChange === null || isGrantedUntil(nextChange.at) ? [] : [allowUntil(nextChange.at, 'actions.until')]),
        allow('open', 'actions.allow_open'),
      ],
    },
    {
      kind: 'extra',
      choices: usage === null ? [] : [extra('15m', 'actions.span_15m'), extra('30m', 'actions.span_30m'), extra('1h', 'actions.span_1h')],
    },
    {
      kind: 'pause',
      choices: [
        ...(isPaused ? [resume] : []),
        pause('15m', 'actions.span_15m'),
        pause('30m', 'actions.span_30m'),
        pause('1h', 'actions.span_1h'),
        ...listUntilChange('pause', PAUSE_MAX_MS),
        pause('open', 'actions.pause_open'),
      ],
    },
    {
      kind: 'block',
      choices: [
        block('30m', 'actions.span_30m'),
        block('1h', 'actions.span_1h'),
        ...listUntilChange('block', Number.POSITIVE_INFINITY).filter(() => nextChange?.at !== morning),
        { intent: `block-until-${morning}`, label: t('actions.until', { when: clock.moment(morning) }), kind: 'block' },
        block('open', 'actions.block_open'),
      ],
    },
  ];
  return {
    row,
    groups: groups
      .map(({ kind, choices }) => ({ kind, choices: choices.filter(({ intent }) => !inRow.has(intent)) }))
      .filter(({ choices }) => choices.length > 0),
  };

  /** True if an active allow override ends at this time. */
  function isGrantedUntil(at: Instant): boolean {
    return override?.effect === 'grant' && override.until === at;
  }

  /** Returns the choice «until the next change» while devices are allowed. While they are blocked, the choice would have no effect. */
  function listUntilChange(kind: 'pause' | 'block', maxMs: number): Array<Choice> {
    if (nextChange === null || status.state !== 'allowed' || nextChange.at > clock.now + maxMs) return [];
    return [{ intent: `${kind}-until-${nextChange.at}`, label: t('actions.until', { when: clock.until(nextChange.at) }), kind }];
  }

  function allowUntil(at: Instant, key: string): Choice {
    return { intent: `allow-until-${at}`, label: t(key, { when: clock.until(at) }), kind: 'allow' };
  }

  function listRow(): Array<Choice> {
    const allow20 = allow('20m', 'actions.allow_20m');
    const allow1h = allow('1h', 'actions.allow_1h');
    const blockNow = block('open', 'actions.block_now');
    const pauseNow = pause('open', 'actions.pause_now');
    if (status.state === 'paused') return [resume, allow20, blockNow];
    if (status.state === 'blocked') {
      if (why?.kind === 'allowance') return [extra('30m', 'actions.extra_30m'), allow20, allow1h];
      return override?.effect === 'block' ? [allow20, allow1h, lift] : [allow20, allow1h];
    }
    if (override?.effect === 'grant') return [lift, blockNow, pauseNow];
    return [blockNow, ...listMore(), pauseNow];
  }

  /**
   * Returns the choice for 30 minutes more: bonus time, or allowing until 30 minutes after the next block starts. Returns none if no block
   * starts soon.
   */
  function listMore(): Array<Choice> {
    if (usage !== null) return [extra('30m', 'actions.extra_30m')];
    if (nextChange === null || nextChange.state !== 'blocked' || nextChange.at > clock.now + SOON_MS) return [];
    return [allowUntil(nextChange.at + HALF_AN_HOUR_MS, 'actions.allow_until')];
  }
}
