import type { AppLoadContext } from '@remix-run/cloudflare';
import { disambiguateAppNames } from '#app/domain/app-names';
import type { StatusInput } from '#app/domain/block-status';
import type { Child } from '#app/domain/child';
import { parseClock } from '#app/domain/clock-window';
import { canAddSchedule } from '#app/domain/plan';
import { applyScheduleLimit, schedulesOverLimit } from '#app/domain/plan-limits';
import { countSchedules, isRuleActive, SCHEDULE_ROLLOVER_MS, type Schedule } from '#app/domain/rule';
import { addDays, type Instant, type LocalDate, listDates, localDate, startOfDay } from '#app/domain/time';
import {
  findSkippableDate,
  nextOccurrence,
  predictStatus,
  previewWeek,
  resolveWeek,
  type SkippableDate,
  type StatusForecast,
  type WeekDay,
} from '#app/domain/week';
import { nameApps } from '#app/server/app-info.server';
import { attempt } from '#app/server/form.server';
import type { Parent } from '#app/server/guards.server';
import { languageOf } from '#app/server/i18n.server';
import { findScheduledApps } from './app-schedules';
import { findOffUntil, listActive } from './days-off/days-off';
import { NEW_DRAFT, toCandidate, toDraft } from './editor/schedule-draft';
import type { ScheduleDraft } from './editor/schedule-form';
import { listSchedules } from './optimistic-schedules';
import { readScheduledApps, type ScheduledApp } from './schedules.server';

const CHECKED_DAYS = 7;

/** A schedule in the list. `next`: the current or next time it blocks. `apps`: the names of its apps, or null for the whole device. */
export type ScheduleRow = {
  schedule: Schedule;
  next: { from: Instant; until: Instant } | null;
  skippable: SkippableDate | null;
  apps: Array<string> | null;
  /** True if the plan doesn’t cover the schedule, so that it is off on devices (A167). */
  isOverLimit?: boolean;
};

/** The open editor. `isLocked`: the plan allows no more schedules. `schedule`: null for a new or deleted schedule. */
export type OpenEditor = {
  ruleId: string;
  schedule: Schedule | null;
  draft: ScheduleDraft;
  preview: Array<WeekDay>;
  isLocked: boolean;
  /** When the schedule ends if it is one-time (A61). */
  ends: Instant;
  /** Null if the apps could not be read. */
  apps: Array<ScheduledApp> | null;
};

/** Days on which all schedules are off. `until`: the last of these consecutive days, or null if the schedules are on today. */
export type DaysOff = { today: LocalDate; until: { date: LocalDate; at: Instant } | null; isOpen: boolean };

/** A time of the week that the parent checks, and the answer. */
export type TimeCheck = {
  date: LocalDate;
  time: string;
  answer: StatusForecast | 'missing_time' | 'passed';
  appSchedules: Array<ActiveAppSchedule>;
};

/** An app schedule that is active at `at`. It affects only its apps, not the device's state. */
export type ActiveAppSchedule = { at: Instant; name: string; apps: Array<string> };

/**
 * Builds the panel from `input`, with the rules as the parent set them. Also reads the child’s apps if the list or the editor needs them.
 * Without a response, the panel shows no app names.
 */
export async function loadSchedulePanel(
  { request, context, parent, child }: { request: Request; context: AppLoadContext; parent: Parent; child: Child },
  input: StatusInput,
  now: Instant,
) {
  const { searchParams } = new URL(request.url);
  const { account, api } = parent;
  const { limits } = account.entitlements;
  const schedules = listSchedules(input.rules);
  const editedId = searchParams.get('edit');
  const hasApps = limits.scheduleGranularity === 'on' && limits.granularity === 'on';
  const wantsApps = schedules.some(({ scope }) => scope === 'apps') || (editedId !== null && hasApps);
  const outcome = wantsApps ? await attempt(() => readScheduledApps(api, child.id)) : null;
  const scheduledApps = outcome?.kind === 'done' ? outcome.value : null;
  const bundleIdsOf = ({ id }: Schedule) => findScheduledApps(scheduledApps?.schedules ?? {}, id);
  const language = languageOf(request);
  const named = disambiguateAppNames(await nameApps(context, scheduledApps?.apps ?? [], language));
  const apps = named.sort((a, b) => a.name.localeCompare(b.name, language));
  const nameOf = (bundleId: string) => apps.find((app) => app.bundleId === bundleId)?.name ?? bundleId;
  const isFull = !canAddSchedule(account.entitlements, countSchedules(input.rules));
  const over = schedulesOverLimit(input.rules, limits.schedulesPerChild);
  const rows = schedules.map((schedule): ScheduleRow => {
    const named = { schedule, apps: schedule.scope === 'apps' ? bundleIdsOf(schedule).map(nameOf) : null };
    if (over.has(schedule.id)) return { ...named, next: null, skippable: null, isOverLimit: true };
    return {
      ...named,
      next: nextOccurrence(schedule, child.timeZone, now),
      skippable: findSkippableDate(schedule, child.timeZone, now),
    };
  });
  const applied = { ...input, rules: applyScheduleLimit(input.rules, limits.schedulesPerChild) };
  return {
    childId: child.id,
    timeZone: child.timeZone,
    isOtherZone: child.timeZone !== account.timeZone,
    now,
    rules: applied.rules,
    rows,
    week: resolveWeek(applied, now),
    days: listDays(child.timeZone, now),
    plan: { isFull, hasApps, schedulesPerChild: limits.schedulesPerChild },
    editor: editedId === null ? null : toEditor(editedId),
    removing: schedules.find(({ id, kind }) => id === searchParams.get('remove') && kind === 'schedule') ?? null,
    check: readTimeCheck(searchParams, applied, now, rows),
    daysOff: toDaysOff(),
  };

  function toDaysOff(): DaysOff | null {
    if (listActive(schedules).length === 0) return null;
    const today = localDate(now, child.timeZone);
    const last = findOffUntil(schedules, today);
    return { today, until: last === null ? null : { date: last, at: startOfDay(last, child.timeZone) }, isOpen: searchParams.has('off') };
  }

  function toEditor(ruleId: string): OpenEditor {
    const schedule = schedules.find(({ id }) => id === ruleId) ?? null;
    const draft = schedule === null ? NEW_DRAFT : toDraft(schedule, bundleIdsOf(schedule));
    const { rules, candidate } = toCandidate(applied.rules, schedule?.id ?? '', draft, child.id, now);
    return {
      ruleId,
      schedule,
      draft,
      preview: previewWeek({ rules, timeZone: child.timeZone }, candidate, now),
      isLocked: ruleId === 'new' && isFull,
      ends: (schedule?.createdAt ?? now) + SCHEDULE_ROLLOVER_MS,
      apps: scheduledApps === null ? null : apps,
    };
  }
}

/** Returns the days that the parent can check: today and the next seven. */
function listDays(timeZone: string, now: Instant): Array<{ date: LocalDate; weekday: number; from: Instant }> {
  const today = localDate(now, timeZone);
  return listDates(today, addDays(today, CHECKED_DAYS)).map(({ date, weekday }) => ({ date, weekday, from: startOfDay(date, timeZone) }));
}

function readTimeCheck(params: URLSearchParams, input: StatusInput, now: Instant, rows: Array<ScheduleRow>): TimeCheck | null {
  const [date, time] = [params.get('on'), params.get('at')];
  if (date === null || time === null) return null;
  const minute = parseClock(time);
  const isDay = listDays(input.timeZone, now).some((day) => day.date === date);
  if (minute === null) return { date, time, answer: 'missing_time', appSchedules: [] };
  const forecast = isDay ? predictStatus(input, { date, minute }, now) : null;
  const appSchedules = (forecast?.answers ?? []).flatMap(({ at }) =>
    rows.flatMap(({ schedule, apps }) =>
      apps !== null && isRuleActive(schedule, input.timeZone, at) ? [{ at, name: schedule.name, apps }] : [],
    ),
  );
  return { date, time, answer: forecast ?? 'passed', appSchedules };
}
