import { Link } from '@remix-run/react';
import { ChevronRight, CircleAlert, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#app/components/ui/button';
import { Note } from '#app/components/ui/note';
import type { Child } from '#app/domain/child';
import { ageOn } from '#app/domain/child-profile';
import type { Instant, LocalDate, TimeZone } from '#app/domain/time';
import { ChildAvatar } from '#app/features/children/profile/child-avatar';
import { isLongName, shortenName } from '#app/features/children/short-name';
import { type ChildStatus, followsOtherChild } from '#app/features/children/status/child-status';
import { DeviceLine } from '#app/features/children/status/device-line';
import { isOnOwnClock } from '#app/features/children/status/receipt';
import { StateBadge } from '#app/features/children/status/state-badge';
import { StatusSummary } from '#app/features/children/status/summary';
import { useClock } from '#app/features/shell/time/use-clock';

/** One child with its devices. `today`: the date in the child's time zone. */
export function FamilyCard({
  child,
  status,
  parentZone,
  now,
  today,
}: {
  child: Child;
  status: ChildStatus;
  parentZone: TimeZone;
  now: Instant;
  today: LocalDate;
}) {
  const { t } = useTranslation();
  const clock = useClock(child.timeZone, now);
  const { name, id } = child;
  const waiting = status.devices.filter((device) => device.view === 'pending' && !followsOtherChild(device));
  return (
    <article aria-labelledby={`child-${id}`} className="card child" data-child={id}>
      <div className="child-head">
        <ChildAvatar child={child} size="big" view={status.view} />
        <div>
          <h2 className={isLongName(name) ? 'long-name' : undefined} id={`child-${id}`}>
            <bdi>{name}</bdi>
          </h2>
          {child.birthday === null ? null : <p className="text-muted">{t('family.years', { count: ageOn(child.birthday, today) })}</p>}
          {child.timeZone === parentZone ? null : (
            <p className="text-muted" suppressHydrationWarning>
              {t('family.zone', { zone: clock.zoneName(), time: clock.time(now) })}
            </p>
          )}
        </div>
        <Link aria-label={t('child.edit', { name })} className="icon-button" preventScrollReset to={`/my-family?child=${id}&edit=1`}>
          <Pencil aria-hidden className="icon" />
        </Link>
      </div>
      <div>
        <StateBadge isOffline={waiting.length > 0 && waiting.every((device) => isOnOwnClock(device, now))} view={status.view} />
        <StatusSummary clock={clock} status={status} />
      </div>
      <ul className="receipts">
        {status.devices.map((device) => (
          <li key={device.id}>
            <Link
              aria-label={t('device.details_of', { name: device.name })}
              className="receipt-link"
              preventScrollReset
              to={`/my-family?device=${device.id}`}
            >
              <ChevronRight aria-hidden className="icon-small" />
            </Link>
            <DeviceLine clock={clock} device={device} />
            {device.view === 'unmanaged' ? (
              <Note icon={<CircleAlert aria-hidden className="icon" />}>
                <p>{t(device.os === 'iOS' ? 'device.help_unmanaged_apple' : 'device.help_unmanaged_android')}</p>
              </Note>
            ) : null}
          </li>
        ))}
      </ul>
      <div className="button-row">
        {status.devices.length === 0 ? (
          <ButtonLink kind="main" to={`/connect?child=${id}`}>
            {t('manage.connect_device')}
          </ButtonLink>
        ) : null}
        {status.devices.some(({ view }) => view === 'unmanaged') ? (
          <ButtonLink kind="main" to={`/connect?child=${id}`}>
            {t('family.set_up_again')}
          </ButtonLink>
        ) : null}
        <ButtonLink to={`/manage/${id}`}>{t('family.manage', { name: shortenName(name) })}</ButtonLink>
      </div>
    </article>
  );
}
