import { useNavigation } from '@remix-run/react';
import { Lock, Plus } from 'lucide-react';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '#app/browser/lazy-component';
import { ButtonLink } from '#app/components/ui/button';
import { IconSprite } from '#app/components/ui/icon-sprite';
import { isolateName } from '#app/domain/isolate-name';
import { useClock } from '#app/features/shell/time/use-clock';
import { ScheduleDialog as ServerScheduleDialog } from './editor/schedule-dialog';
import { optimisticSchedules } from './optimistic-schedules';
import type { loadSchedulePanel, ScheduleRow } from './schedule-panel.server';
import type { ScheduleReply } from './schedule-reply.server';
import { ROW_ICONS, ScheduleRowItem } from './schedule-row';
import { CheckTimeCard as ServerCheckTimeCard } from './week/check-time-card';
import { WeekCard } from './week/week-card';

// The server renders these parts directly. A browser loads the dialogs only when one is opened, because few visits open one. The form to
// check a time loads last.
const ScheduleDialog = import.meta.env.SSR
  ? ServerScheduleDialog
  : lazyComponent(async () => (await import('./editor/schedule-dialog')).ScheduleDialog);
const CheckTimeCard = import.meta.env.SSR
  ? ServerCheckTimeCard
  : lazyComponent(async () => (await import('./week/check-time-card')).CheckTimeCard);

/** Number of visible rows. Further rows are folded, because a child can have 100 schedules. */
const VISIBLE_ROWS = 20;

export type SchedulePanelData = Awaited<ReturnType<typeof loadSchedulePanel>>;

function isDialogOpen({ editor, removing, daysOff }: SchedulePanelData): boolean {
  return editor !== null || removing !== null || daysOff?.isOpen === true;
}

/** True if the reply belongs to the open dialog. The dialog then shows the form message, and the page does not. */
export function isDialogReply(panel: SchedulePanelData, reply: ScheduleReply | undefined): boolean {
  const isOpen = isDialogOpen(panel);
  return (
    isOpen &&
    reply !== undefined &&
    !['schedule-on', 'schedule-off', 'schedule-bedtime', 'schedule-skip', 'schedule-unskip'].includes(reply.intent)
  );
}

/**
 * Shows the schedules in words, the resulting week, and a form to check a time. The editor opens over the panel at a separate URL. A
 * submitted change shows immediately and is reverted if the server refuses it (RULE-032).
 */
export function SchedulePanel({
  panel,
  childName,
  token,
  reply,
}: {
  panel: SchedulePanelData;
  childName: string;
  token: string;
  reply: ScheduleReply | undefined;
}) {
  const { t } = useTranslation();
  const clock = useClock(panel.timeZone, panel.now);
  const path = `/manage/${panel.childId}/schedule`;
  const rows = useOptimisticRows(panel);
  const name = isolateName(childName);
  const isReplyInDialog = isDialogReply(panel, reply);
  const formToken = reply?.token ?? token;
  const { plan, daysOff } = panel;
  const renderRow = (row: ScheduleRow) => (
    <ScheduleRowItem clock={clock} isDuplicate={isDuplicateName(row, rows)} key={row.schedule.id} path={path} row={row} token={formToken} />
  );
  return (
    <>
      <div className="schedules">
        <section aria-labelledby="windows" className="card">
          <div className="schedules-head">
            <h2 id="windows">{t('rules.windows')}</h2>
            <ButtonLink kind="soft" preventScrollReset to={`${path}?edit=new`}>
              {plan.isFull ? <Lock aria-hidden className="icon" /> : <Plus aria-hidden className="icon" />}
              {t('schedules.add')}
            </ButtonLink>
          </div>
          {daysOff === null ? null : (
            <ButtonLink kind="quiet" preventScrollReset to={`${path}?off`}>
              {daysOff.until === null ? t('schedules.days_off') : t('schedules.days_off_until', { date: clock.date(daysOff.until.at) })}
            </ButtonLink>
          )}
          <IconSprite icons={ROW_ICONS} />
          <ul className="windows">{rows.slice(0, VISIBLE_ROWS).map(renderRow)}</ul>
          {rows.length > VISIBLE_ROWS ? (
            <details className="more-windows">
              <summary>{t('schedules.more_windows', { count: rows.length - VISIBLE_ROWS })}</summary>
              <ul className="windows">{rows.slice(VISIBLE_ROWS).map(renderRow)}</ul>
            </details>
          ) : null}
        </section>
        <WeekCard clock={clock} hasApps={rows.some(({ apps }) => apps !== null)} path={path} week={panel.week} />
        <Suspense>
          <CheckTimeCard check={panel.check} clock={clock} days={panel.days} path={path} timeZone={panel.timeZone} />
        </Suspense>
      </div>
      <Suspense>
        {isDialogOpen(panel) ? (
          <ScheduleDialog
            back={path}
            childName={name}
            clock={clock}
            panel={panel}
            reply={isReplyInDialog ? reply : undefined}
            token={formToken}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** True if another schedule has the same name. Button labels then include the times. */
function isDuplicateName({ schedule }: ScheduleRow, rows: Array<ScheduleRow>): boolean {
  return rows.some((other) => other.schedule.id !== schedule.id && other.schedule.name === schedule.name);
}

/** Returns the rows with the submitted form applied. `next` and `skippable` of a changed row are null until the server answers. */
function useOptimisticRows({ rows, childId }: SchedulePanelData) {
  const { formAction, formData } = useNavigation();
  const fields = formAction?.startsWith(`/manage/${childId}`) ? formData : undefined;
  return useMemo(() => {
    const expected = optimisticSchedules(
      rows.map(({ schedule }) => schedule),
      fields,
    );
    return expected.flatMap((schedule) => {
      const row = rows.find((one) => one.schedule.id === schedule.id);
      if (row === undefined) return [];
      return [row.schedule === schedule ? row : { ...row, schedule, next: null, skippable: null }];
    });
  }, [rows, fields]);
}
