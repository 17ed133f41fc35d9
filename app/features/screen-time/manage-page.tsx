import { useNavigation, useNavigationType } from '@remix-run/react';
import { AppWindow, CalendarDays, Globe, Hourglass, ShieldCheck, Smartphone } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '~/browser/lazy-component';
import { ButtonLink } from '~/components/ui/button';
import { Tabs } from '~/components/ui/tabs';
import type { ChildId } from '~/domain/ids';
import { NewAppLine as WrittenLine } from '~/features/children/new-app-line';
import { FormMessageBox } from '~/features/shell/forms/form-message-box';
import { PendingTaps } from '~/features/shell/forms/pending-taps';
import { useClock } from '~/features/shell/time/use-clock';
import type { FormReply } from '~/server/form.server';
import { AccessActions } from './access-actions';
import { DayStrip, type Hatched, toHeardView } from './day-strip';
import { BlocksLeft } from './limit-line';
import type { loadManagePage } from './manage-page.server';
import { NowCard } from './now-card';
import { optimisticStatus, type RequestedChange, toRequestedChange } from './optimistic-status';
import { PANELS, type PanelId } from './panels';
import { UsageCard } from './usage-card';
import { useTapQueue } from './use-tap-queue';

// The server writes it; the browser asks for it where there is one.
const NewAppLine = import.meta.env.SSR
  ? WrittenLine
  : lazyComponent(async () => (await import('~/features/children/new-app-line')).NewAppLine);

const PANEL_ICONS = {
  schedule: <CalendarDays aria-hidden className="icon" />,
  allowance: <Hourglass aria-hidden className="icon" />,
  'app-rules': <AppWindow aria-hidden className="icon" />,
  restrictions: <ShieldCheck aria-hidden className="icon" />,
  'web-filter': <Globe aria-hidden className="icon" />,
  devices: <Smartphone aria-hidden className="icon" />,
} satisfies Record<PanelId, ReactNode>;

/** What every panel's page has. */
export type ManagePageData = Awaited<ReturnType<typeof loadManagePage>>;
type Page = ManagePageData;

/**
 * One child: the state in a sentence, the daily things, the proof, the day, and one panel of what is set. A tap that is on its way is shown as asked for; the
 * answer, a no or nothing at all bring back what is (4.8.1).
 */
export function ManagePage({ page, reply, panel }: { page: Page; reply: FormReply | undefined; panel?: ReactNode }) {
  const { t } = useTranslation();
  const { child, day, blocks, morning, now, parentZone } = page;
  const clock = useClock(child.timeZone, now);
  const panelRoom = useShownPanel(child.id, page.panel);
  const parentClock = useClock(parentZone, now);
  const waiting = useTapQueue();
  const tap = useTap(child.id);
  const status = tap === null ? page.status : optimisticStatus(page.status, tap.wish, tap.at);
  const token = reply?.token ?? page.formToken;
  const below = (
    <>
      <BlocksLeft clock={parentClock} limit={blocks.limit} resetsAt={blocks.resetsAt} used={blocks.used} />
      {child.timeZone === parentZone ? null : (
        <p className="hint" suppressHydrationWarning>
          {t('manage.zone', { zone: clock.zoneName() })}
        </p>
      )}
    </>
  );
  const canObey = status.devices.some(({ view }) => view !== 'unmanaged');
  const actions = (
    <>
      {canObey ? null : (
        <div className="button-row">
          <ButtonLink kind="main" to={`/connect?child=${child.id}`}>
            {t('manage.connect_device')}
          </ButtonLink>
        </div>
      )}
      {status.devices.length === 0 ? null : (
        <AccessActions
          canObey={canObey}
          clock={clock}
          isBusy={tap !== null}
          morning={morning}
          pauseHint={blocks.limit === 'unlimited' ? null : t('limits.pause_counts')}
          reply={tap === null ? reply : undefined}
          status={status}
          token={token}
        />
      )}
    </>
  );
  return (
    <div className="manage">
      <div className="stack">
        <FormMessageBox notice={tap === null ? reply?.notice : null} />
        {page.newApp === null ? null : (
          <Suspense>
            <NewAppLine key={page.newApp.notice.id} newApp={page.newApp} token={token} />
          </Suspense>
        )}
        <NowCard
          actions={actions}
          below={below}
          beneath={page.beneath}
          child={child}
          clock={clock}
          isSending={tap !== null}
          status={status}
          token={token}
        />
        <div className="today">
          <DayStrip clock={clock} day={day} hatched={toHatched(page, tap)} status={page.status} />
          {status.usage === null ? null : (
            <UsageCard
              changePath={page.panel === 'allowance' ? null : `/manage/${child.id}/allowance`}
              clock={clock}
              status={status}
              usage={status.usage}
            />
          )}
        </div>
      </div>
      <div className="stack panel-room" ref={panelRoom}>
        <Tabs
          label={t('manage.panels')}
          tabs={PANELS.map((id) => ({
            to: `/manage/${child.id}/${id}`,
            label: t(`panels.${id}`),
            icon: PANEL_ICONS[id],
            isCurrent: id === page.panel,
          }))}
        />
        <PendingTaps.Provider value={waiting}>{panel}</PendingTaps.Provider>
      </div>
    </div>
  );
}

// Of this browser: every panel is a route of its own, so no component outlives the way from one to the next.
let shown: { childId: ChildId; panel: PanelId } | null = null;

/** Brings a panel into sight that was chosen where it is not: on phones its tabs stay in reach above it. */
function useShownPanel(childId: ChildId, panel: PanelId) {
  const room = useRef<HTMLDivElement>(null);
  const isBack = useNavigationType() === 'POP';
  useEffect(() => {
    const isChosen = !isBack && shown?.childId === childId && shown.panel !== panel;
    shown = { childId, panel };
    const content = room.current?.querySelector(':scope > .tabs ~ *');
    if (!isChosen || !content) return;
    const { top } = content.getBoundingClientRect();
    // Above the window where the page has become shorter.
    if (top < 0 || top > window.innerHeight / 2) content.scrollIntoView();
  }, [childId, panel, isBack]);
  return room;
}

type Tap = { wish: RequestedChange; at: number };

/** What was tapped for this child and is on its way; null while nothing is. */
function useTap(childId: ChildId): Tap | null {
  const { formAction, formData } = useNavigation();
  const fields = formAction?.startsWith(`/manage/${childId}`) ? formData : undefined;
  return useMemo(() => {
    const at = Date.now();
    const wish = fields === undefined ? null : toRequestedChange(fields, at);
    return wish === null ? null : { wish, at };
  }, [fields]);
}

/** What the strip hatches: the rule in force as far as the devices have said so, or what is asked for from the tap on. */
function toHatched({ day, status }: Page, tap: Tap | null): Hatched | null {
  const view = toHeardView(status);
  if (view === 'unmanaged') return null;
  if (tap === null) return day.inForce && { ...day.inForce, view };
  const { why } = optimisticStatus(status, tap.wish, tap.at);
  return why && { from: tap.at, until: why.until ?? day.until, view: 'pending' };
}
