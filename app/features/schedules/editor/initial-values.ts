import { toClockTime } from '#app/domain/clock-window';
import type { Schedule } from '#app/domain/rule';
import type { OpenEditor } from '../schedule-panel.server';
import type { ScheduleReply } from '../schedule-reply.server';
import { type ExceptionRow, toExceptionRows } from './schedule-form';

export type Reply = ScheduleReply | undefined;

/**
 * Returns the schedule whose version is submitted. This is the opened one, or the current one after the stale message or if no field
 * differs. Null creates a new schedule.
 */
export function findBaseSchedule(
  opened: Schedule | null,
  stored: Schedule | null,
  isStaleReply: boolean,
  submittedVersion: number | null,
): Schedule | null {
  // The schedule was deleted after the editor opened, so saving creates it again.
  if (opened === null || stored === null) return stored;
  // Without script, each post renders a new page. Only the submitted version then identifies the schedule that the parent edited.
  if (!isStaleReply && submittedVersion !== null && submittedVersion !== opened.updatedAt)
    return { ...stored, updatedAt: submittedVersion };
  return isStaleReply || serializeFields(opened) === serializeFields(stored) ? stored : opened;
}

// Omits `suspended`, because turning a schedule on or off does not conflict with an edit.
function serializeFields({ name, window, weekdays, recurring, exceptions }: Schedule): string {
  return JSON.stringify([name, window, weekdays, recurring, exceptions]);
}

type InitialValues = {
  isSubmitted: boolean;
  /** The submitted version; null before a submit. */
  updatedAt: number | null;
  name: string;
  from: string;
  to: string;
  days: Array<number>;
  isOneTime: boolean;
  scope: 'device' | 'apps';
  apps: Array<string>;
  appsBefore: Array<string>;
  rows: Array<ExceptionRow>;
};

/** Returns the initial field values: the submitted ones, else the stored ones. Omits past dates, so the next save removes them. */
export function toInitialValues({ draft, preview }: OpenEditor, reply: Reply): InitialValues {
  const sent = reply?.lastResult?.initialValue;
  const today = preview[0]?.date ?? '';
  if (sent) {
    const list = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
    return {
      isSubmitted: true,
      updatedAt: Number(sent.updated_at) || null,
      name: String(sent.name ?? ''),
      from: String(sent.from ?? ''),
      to: String(sent.to ?? ''),
      days: list(sent.days).map(Number),
      isOneTime: sent.one_time === '1',
      scope: sent.scope === 'apps' ? 'apps' : 'device',
      apps: list(sent.apps),
      appsBefore: list(sent.apps_before),
      rows: JSON.parse(String(sent.rows ?? '[]')),
    };
  }
  return {
    isSubmitted: false,
    updatedAt: null,
    name: draft.name,
    from: toClockTime(draft.window.start),
    to: toClockTime(draft.window.start + draft.window.minutes),
    days: draft.weekdays.flatMap((on, weekday) => (on ? [weekday] : [])),
    isOneTime: !draft.recurring,
    scope: draft.scope,
    apps: draft.bundleIds,
    appsBefore: draft.bundleIds,
    rows: toExceptionRows(draft.exceptions.filter(({ date }) => date >= today)),
  };
}
