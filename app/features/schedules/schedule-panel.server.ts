import type { AppLoadContext } from '@remix-run/cloudflare';
import { disambiguateAppNames } from '~/domain/app-names';
import type { StatusInput } from '~/domain/block-status';
import type { Child } from '~/domain/child';
import { parseClock } from '~/domain/clock-window';
import { canAddSchedule } from '~/domain/plan';
import { countSchedules, isRuleActive, SCHEDULE_ROLLOVER_MS, type Schedule } from '~/domain/rule';
import { addDays, type Instant, type LocalDate, listDates, localDate, startOfDay } from '~/domain/time';
import {
  findStatusChange,
  nextOccurrence,
  previewWeek,
  resolveAt,
  resolveWeek,
  type StatusChange,
  type StatusForecast,
  type WeekDay,
} from '~/domain/week';
import { nameApps } from '~/server/app-info.server';
import { attempt } from '~/server/form.server';
import type { Parent } from '~/server/guards.server';
import { languageOf } from '~/server/i18n.server';
import { findScheduledApps } from './app-schedules';
import { findOffUntil, listOn } from './days-off';
import { listSchedules } from './optimistic-schedules';
import { NEW_DRAFT, toCandidate, toDraft } from './schedule-draft';
import type { ScheduleDraft } from './schedule-form';
import { readScheduledApps, type ScheduledApp } from './schedules.server';

const ASKED_DAYS = 7;

/** A schedule as the list shows it. `next` is the running or the next time; `apps` names those it blocks, null where it is for the device. */
export type ScheduleRow = {
  schedule: Schedule;
  next: { from: Instant; until: Instant } | null;
  turn: StatusChange | null;
  apps: Array<string> | null;
};

/** What is open over the panel. `isLocked`: the plan has no room for another one. `schedule` null = a new one, or one that is gone. */
export type OpenEditor = {
  ruleId: string;
  schedule: Schedule | null;
  draft: ScheduleDraft;
  preview: Array<WeekDay>;
  isLocked: boolean;
  /** When a one-time one ends (A61). */
  ends: Instant;
  /** Null where nobody could say which apps there are. */
  apps: Array<ScheduledApp> | null;
};

/** All windows off on some days: until when they are as it stands, null where they are not. */
export type DaysOff = { today: LocalDate; until: { date: LocalDate; at: Instant } | null; isOpen: boolean };

/** A question about the week, as it was asked, and what came of it. */
export type AskedWeek = {
  date: LocalDate;
  time: string;
  answer: StatusForecast | 'missing_time' | 'passed';
  ofApps: Array<RunningForApps>;
};

/** A window of single apps that runs at the time of the answer `at`: it says nothing of the device, and much of its apps. */
export type RunningForApps = { at: Instant; name: string; apps: Array<string> };

/** What the panel shows besides the page (9.1.2, A61, A117, A122). */
export async function loadSchedulePanel(
  { request, context, parent, child }: { request: Request; context: AppLoadContext; parent: Parent; child: Child },
  question: StatusInput,
  now: Instant,
) {
  const { searchParams } = new URL(request.url);
  const { account, api } = parent;
  const { limits } = account.entitlements;
  const schedules = listSchedules(question.rules);
  const edited = searchParams.get('edit');
  const hasApps = limits.scheduleGranularity === 'on' && limits.granularity === 'on';
  const wantsApps = schedules.some(({ scope }) => scope === 'apps') || (edited !== null && hasApps);
  const outcome = wantsApps ? await attempt(() => readScheduledApps(api, child.id)) : null;
  const ofApps = outcome?.kind === 'done' ? outcome.value : null;
  const bundleIdsOf = ({ id }: Schedule) => findScheduledApps(ofApps?.schedules ?? {}, id);
  const language = languageOf(request);
  const named = disambiguateAppNames(await nameApps(context, ofApps?.apps ?? [], language));
  const apps = named.sort((a, b) => a.name.localeCompare(b.name, language));
  const nameOf = (bundleId: string) => apps.find((app) => app.bundleId === bundleId)?.name ?? bundleId;
  const isFull = !canAddSchedule(account.entitlements, countSchedules(question.rules));
  const rows: Array<ScheduleRow> = schedules.map((schedule) => ({
    schedule,
    next: nextOccurrence(schedule, child.timeZone, now),
    turn: findStatusChange(schedule, child.timeZone, now),
    apps: schedule.scope === 'apps' ? bundleIdsOf(schedule).map(nameOf) : null,
  }));
  return {
    childId: child.id,
    timeZone: child.timeZone,
    isOtherZone: child.timeZone !== account.timeZone,
    now,
    rules: question.rules,
    rows,
    week: resolveWeek(question, now),
    days: listDays(child.timeZone, now),
    plan: { isFull, hasApps, schedulesPerChild: limits.schedulesPerChild },
    editor: edited === null ? null : toEditor(edited),
    removing: schedules.find(({ id, kind }) => id === searchParams.get('remove') && kind === 'schedule') ?? null,
    asked: readAsked(searchParams, question, now, rows),
    daysOff: toDaysOff(),
  };

  function toDaysOff(): DaysOff | null {
    if (listOn(schedules).length === 0) return null;
    const today = localDate(now, child.timeZone);
    const last = findOffUntil(schedules, today);
    return { today, until: last === null ? null : { date: last, at: startOfDay(last, child.timeZone) }, isOpen: searchParams.has('off') };
  }

  function toEditor(ruleId: string): OpenEditor {
    const schedule = schedules.find(({ id }) => id === ruleId) ?? null;
    const draft = schedule === null ? NEW_DRAFT : toDraft(schedule, bundleIdsOf(schedule));
    const ground = toCandidate(question.rules, schedule?.id ?? '', draft, child.id, now);
    return {
      ruleId,
      schedule,
      draft,
      preview: previewWeek({ rules: ground.rules, timeZone: child.timeZone }, ground.candidate, now),
      isLocked: ruleId === 'new' && isFull,
      ends: (schedule?.createdAt ?? now) + SCHEDULE_ROLLOVER_MS,
      apps: ofApps === null ? null : apps,
    };
  }
}

/** Today and the seven days after it: what may be asked about. */
function listDays(timeZone: string, now: Instant): Array<{ date: LocalDate; weekday: number; from: Instant }> {
  const today = localDate(now, timeZone);
  return listDates(today, addDays(today, ASKED_DAYS)).map(({ date, weekday }) => ({ date, weekday, from: startOfDay(date, timeZone) }));
}

function readAsked(params: URLSearchParams, question: StatusInput, now: Instant, rows: Array<ScheduleRow>): AskedWeek | null {
  const [date, time] = [params.get('on'), params.get('at')];
  if (date === null || time === null) return null;
  const minute = parseClock(time);
  const isDay = listDays(question.timeZone, now).some((day) => day.date === date);
  if (minute === null) return { date, time, answer: 'missing_time', ofApps: [] };
  const foreseen = isDay ? resolveAt(question, { date, minute }, now) : null;
  const ofApps = (foreseen?.answers ?? []).flatMap(({ at }) =>
    rows.flatMap(({ schedule, apps }) =>
      apps !== null && isRuleActive(schedule, question.timeZone, at) ? [{ at, name: schedule.name, apps }] : [],
    ),
  );
  return { date, time, answer: foreseen ?? 'passed', ofApps };
}
