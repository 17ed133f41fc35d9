import { useNavigation, useNavigationType } from '@remix-run/react';
import { AppWindow, CalendarDays, Globe, Hourglass, ShieldCheck, Smartphone } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '#app/browser/lazy-component';
import { ButtonLink } from '#app/components/ui/button';
import { Tabs } from '#app/components/ui/tabs';
import type { ChildId } from '#app/domain/ids';
import { NewAppLine as WrittenLine } from '#app/features/children/new-apps/new-app-line';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { PendingTaps } from '#app/features/shell/forms/pending-taps';
import { useClock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import { AccessActions } from './access-actions';
import { DayStrip, type HighlightedStretch, toConfirmedView } from './day-strip';
import { BlocksLeft } from './limit-line';
import type { loadManagePage } from './manage-page.server';
import { NowCard } from './now-card';
import { optimisticStatus, type RequestedChange, toRequestedChange } from './optimistic-status';
import { PANELS, type PanelId } from './panels';
import { UsageCard } from './usage-card';
import { useTapQueue } from './use-tap-queue';

// The server renders this line directly. The browser loads its code only if there is a new app.
const NewAppLine = import.meta.env.SSR
  ? WrittenLine
  : lazyComponent(async () => (await import('#app/features/children/new-apps/new-app-line')).NewAppLine);

const PANEL_ICONS = {
  schedule: <CalendarDays aria-hidden className="icon" />,
  allowance: <Hourglass aria-hidden className="icon" />,
  'app-rules': <AppWindow aria-hidden className="icon" />,
  restrictions: <ShieldCheck aria-hidden className="icon" />,
  'web-filter': <Globe aria-hidden className="icon" />,
  devices: <Smartphone aria-hidden className="icon" />,
} satisfies Record<PanelId, ReactNode>;

export type ManagePageData = Awaited<ReturnType<typeof loadManagePage>>;
type Page = ManagePageData;

/**
 * The page of one child: state, actions, device reports, the day and one panel. A submitted change shows as pending. Once the navigation
 * ends, the loaded status replaces it (4.8.1).
 */
export function ManagePage({ page, reply, panel }: { page: Page; reply: FormReply | undefined; panel?: ReactNode }) {
  const { t } = useTranslation();
  const { child, day, blocks, morning, now, parentZone } = page;
  const clock = useClock(child.timeZone, now);
  const panelRoom = useShownPanel(child.id, page.panel);
  const parentClock = useClock(parentZone, now);
  const waiting = useTapQueue();
  const tap = usePendingChange(child.id);
  const status = tap === null ? page.status : optimisticStatus(page.status, tap.change, tap.at);
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
            <NewAppLine key={page.newApp.notification.id} newApp={page.newApp} token={token} />
          </Suspense>
        )}
        <NowCard
          actions={actions}
          below={below}
          overriddenRule={page.beneath}
          child={child}
          clock={clock}
          isSending={tap !== null}
          status={status}
          token={token}
        />
        <div className="today">
          <DayStrip clock={clock} day={day} highlighted={toHighlighted(page, tap)} status={page.status} />
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

// Kept in the module, because each panel is a separate route and component state does not survive a panel change.
let shown: { childId: ChildId; panel: PanelId } | null = null;

/** Scrolls a newly chosen panel into view if it starts above the viewport or below its middle. */
function useShownPanel(childId: ChildId, panel: PanelId) {
  const room = useRef<HTMLDivElement>(null);
  const isBack = useNavigationType() === 'POP';
  useEffect(() => {
    const isChosen = !isBack && shown?.childId === childId && shown.panel !== panel;
    shown = { childId, panel };
    const content = room.current?.querySelector(':scope > .tabs ~ *');
    if (!isChosen || !content) return;
    const { top } = content.getBoundingClientRect();
    // The panel can be above the viewport if the page became shorter.
    if (top < 0 || top > window.innerHeight / 2) content.scrollIntoView();
  }, [childId, panel, isBack]);
  return room;
}

type PendingChange = { change: RequestedChange; at: number };

/** Returns the submitted change for this child, or null if none is pending. */
function usePendingChange(childId: ChildId): PendingChange | null {
  const { formAction, formData } = useNavigation();
  const fields = formAction?.startsWith(`/manage/${childId}`) ? formData : undefined;
  return useMemo(() => {
    const at = Date.now();
    const change = fields === undefined ? null : toRequestedChange(fields, at);
    return change === null ? null : { change, at };
  }, [fields]);
}

/**
 * Returns the stretch to highlight: the active rule, or a submitted change from now on. An unconfirmed rule and a change are `pending`.
 * Returns null if no device is managed.
 */
function toHighlighted({ day, status }: Page, tap: PendingChange | null): HighlightedStretch | null {
  const view = toConfirmedView(status);
  if (view === 'unmanaged') return null;
  if (tap === null) return day.current && { ...day.current, view };
  const { why } = optimisticStatus(status, tap.change, tap.at);
  return why && { from: tap.at, until: why.until ?? day.until, view: 'pending' };
}
