import { Form, Link } from '@remix-run/react';
import { ChevronRight, Plus, RefreshCw } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '#app/browser/lazy-component';
import { Button, ButtonLink } from '#app/components/ui/button';
import type { Child } from '#app/domain/child';
import type { Instant } from '#app/domain/time';
import type { ChildStatus } from '#app/features/children/status/child-status';
import { DeviceLine } from '#app/features/children/status/device-line';
import { FormToken } from '#app/features/shell/forms/form-token';
import { useClock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import { DevicePages as WrittenPages } from './device-pages';
import { DeviceSupport } from './device-support';
import type { loadDevicesPanel } from './devices-panel.server';

// The server renders the dialogs with the page. A browser loads their code when one is opened.
const DevicePages = import.meta.env.SSR ? WrittenPages : lazyComponent(async () => (await import('./device-pages')).DevicePages);

/** The devices of one child: what each last reported, its state, and a link to its details. */
export function DevicesPanel({
  child,
  status,
  panel,
  now,
  token,
  reply,
}: {
  child: Child;
  status: ChildStatus;
  panel: Awaited<ReturnType<typeof loadDevicesPanel>>;
  now: Instant;
  token: string;
  reply: FormReply | undefined;
}) {
  const { t } = useTranslation();
  const clock = useClock(child.timeZone, now);
  const here = `/manage/${child.id}/devices`;
  return (
    <section aria-labelledby="panel-devices" className="card stack">
      <div className="panel-head">
        <h2 id="panel-devices">{t('panels.devices')}</h2>
        {status.devices.length === 0 ? null : (
          <Form method="post" preventScrollReset replace>
            <FormToken token={token} />
            <Button kind="quiet" name="intent" value="check">
              <RefreshCw aria-hidden className="icon" />
              {t('manage.check_again')}
            </Button>
          </Form>
        )}
      </div>
      {status.devices.length === 0 ? <p className="text-muted">{t('device.none_yet')}</p> : null}
      <ul className="receipts device-list">
        {status.devices.map((device) => {
          const known = panel.devices.find(({ id }) => id === device.id);
          return (
            <li key={device.id}>
              <Link
                aria-label={t('device.details_of', { name: device.name })}
                className="receipt-link"
                preventScrollReset
                to={`${here}?device=${device.id}`}
              >
                <ChevronRight aria-hidden className="icon-small" />
              </Link>
              <DeviceLine clock={clock} device={device} />
              <p className="hint">
                {device.lastSeenAt === null ? t('device.never_seen') : t('device.seen', { time: clock.moment(device.lastSeenAt) })}
              </p>
              {known === undefined ? null : <DeviceSupport device={known} />}
            </li>
          );
        })}
      </ul>
      <div className="button-row">
        <ButtonLink to={`/connect?child=${child.id}`}>
          <Plus aria-hidden className="icon" />
          {t('device.add')}
        </ButtonLink>
      </div>
      {panel.childApps.map(({ words, to }) => (
        <p className="hint" key={words}>
          {to === null ? (
            words
          ) : (
            <a href={to} rel="noopener" target="_blank">
              {words}
            </a>
          )}
        </p>
      ))}
      {panel.picked === null ? null : (
        <Suspense>
          <DevicePages back={here} now={now} picked={panel.picked} reply={reply} statuses={status.devices} token={token} />
        </Suspense>
      )}
    </section>
  );
}
