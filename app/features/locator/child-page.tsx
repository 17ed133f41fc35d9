import { Link } from '@remix-run/react';
import { ChevronRight, MapPin, MapPinPlus, Route } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#app/components/ui/button';
import { Fact, Facts } from '#app/components/ui/facts';
import { isolateName } from '#app/domain/isolate-name';
import { isFromFuture, isRough } from '#app/domain/position';
import { ChildAvatar } from '#app/features/children/profile/child-avatar';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { type Clock, useClock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import type { loadChildPage } from './child-page.server';
import { DeviceBlock, GoneDevice, namesOf, UnconfirmedNote } from './device-block';
import { LocateCard } from './locate-card';
import { LocateForm } from './locate-form';
import { LocatorDock } from './locator-dock';
import { LockedLocator } from './locked-locator';
import { listDiscs, listFaces, toExtent } from './map/list-marks';
import { LocatorMap } from './map/locator-map';
import { lookOf } from './position-sentence';
import { usePositionWords } from './position-words';

export type ChildPageData = Awaited<ReturnType<typeof loadChildPage>>;

/** Where one child is: the shown device, its position, «Locate now», and the other devices. */
export function ChildPage({ page, reply }: { page: ChildPageData; reply: FormReply | undefined }) {
  const { t } = useTranslation();
  const clock = useClock(page.zone, page.now);
  const words = usePositionWords(clock, page.places);
  if (!page.isIncluded) return <LockedLocator />;
  const { child, device } = page;
  const name = isolateName(child.name);
  const view = page.entries.find(({ id }) => id === child.id)?.view ?? 'unmanaged';
  const position = device?.position ?? null;
  const token = reply?.token ?? page.formToken;
  const target = device === null ? null : { childId: child.id, deviceId: device.id };
  return (
    <div className="loc loc-one">
      <div className="loc-stage">
        <ChildMap here={toHere(page)} page={page} />
      </div>
      <div className="loc-panel">
        <FormMessageBox notice={reply?.notice} />
        {page.isChosenGone ? <GoneDevice /> : null}
        <div className="loc-child-top" data-look={position === null ? undefined : (lookOf(position, page.now) ?? undefined)}>
          <ChildAvatar child={child} size="big" view={view} />
          <div className="grow">
            <h1>{device === null ? t('sentence.no_device', { name }) : words.sentence(name, position)}</h1>
            <p className="text-muted" suppressHydrationWarning>
              {words.remainder(position)}
            </p>
          </div>
        </div>
        {device === null ? null : <UnconfirmedNote clock={clock} device={device} />}
        {target === null || device === null ? (
          <ButtonLink kind="main" to={`/connect?child=${child.id}`}>
            {t('manage.connect_device')}
          </ButtonLink>
        ) : (
          <LocateCard
            burst={page.bursts.find(({ deviceId }) => deviceId === target.deviceId) ?? null}
            clock={clock}
            device={device}
            here={toHere(page)}
            target={target}
            token={token}
          />
        )}
        <PositionFacts clock={clock} page={page} />
        {page.devices.length === 0 ? null : (
          <section aria-labelledby="devices" className="loc-section stack">
            <h2 id="devices">{t('locator.devices_of', { name })}</h2>
            {page.devices.map((one) => (
              <DeviceBlock
                clock={clock}
                device={one}
                isShown={one.id === device?.id}
                key={one.id}
                places={page.places}
                to={`/locator/${child.id}?device=${encodeURIComponent(one.id)}`}
                users={namesOf(one.otherChildIds, page.entries)}
              />
            ))}
          </section>
        )}
        <ChildLinks page={page} />
        {page.zone === page.parentZone ? null : (
          <p className="hint" suppressHydrationWarning>
            {t('manage.zone', { zone: clock.zoneName() })}
          </p>
        )}
      </div>
      <LocatorDock historyOf={child.id}>
        {target === null ? null : page.busyId !== null ? (
          <Link className="button button-soft" preventScrollReset replace to={toHere(page)}>
            <span aria-hidden className="ring ring-still" />
            {t('locator.locating_short')}
          </Link>
        ) : (
          <LocateForm isOwnPage kind="main" targets={[target]} token={token} wide>
            {t('locator.locate')}
          </LocateForm>
        )}
      </LocatorDock>
    </div>
  );
}

/** A position that arrived later than this after its measurement shows both times. */
const LATE_MS = 2 * 60_000;

/** The shown position: its address, time, device and accuracy. */
function PositionFacts({ page, clock }: { page: ChildPageData; clock: Clock }) {
  const { t } = useTranslation();
  const words = usePositionWords(clock, page.places);
  const position = page.device?.position ?? null;
  if (position === null || isFromFuture(position, page.now)) return null;
  return (
    <section aria-labelledby="position" className="loc-section stack">
      <h2 id="position">{t('locator.position')}</h2>
      <Facts>
        {position.address === '' ? null : <Fact name={t(isRough(position) ? 'locator.area' : 'locator.address')}>{position.address}</Fact>}
        <Fact name={t('locator.measured')}>
          <span suppressHydrationWarning>
            {t('locator.reported_by', { when: clock.moment(position.at), device: isolateName(page.device?.name ?? '') })}
          </span>
        </Fact>
        {position.receivedAt - position.at <= LATE_MS ? null : (
          <Fact name={t('locator.reported')}>
            <span suppressHydrationWarning>{clock.moment(position.receivedAt)}</span>
          </Fact>
        )}
        <Fact name={t('locator.accuracy')}>{words.accuracyOf(position)}</Fact>
      </Facts>
      {position.placeId !== null || lookOf(position, page.now) === 'rough' ? null : (
        <ButtonLink className="justify-self-start" kind="soft" to={toNewPlace(position, page.child.id)}>
          <MapPinPlus aria-hidden className="icon" />
          {t('locator.save_place')}
        </ButtonLink>
      )}
    </section>
  );
}

/** Links to the child’s history, and to the places that concern the child. */
function ChildLinks({ page: { child, places } }: { page: ChildPageData }) {
  const { t, i18n } = useTranslation();
  const own = places.filter(({ isActive, childIds }) => isActive && childIds.includes(child.id)).map(({ name }) => isolateName(name));
  return (
    <ul className="loc-places loc-section">
      <li>
        <Link to={`/locator/${child.id}/history`}>
          <span className="device-pic">
            <Route aria-hidden className="icon" />
          </span>
          <span className="grow">{t('locator.history')}</span>
          <ChevronRight aria-hidden className="icon" />
        </Link>
      </li>
      <li>
        <Link to="/locator?places#places">
          <span className="device-pic">
            <MapPin aria-hidden className="icon" />
          </span>
          <span className="grow">
            {t('locator.places')}
            {own.length === 0 ? null : (
              <small className="hint block">{new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(own)}</small>
            )}
          </span>
          <ChevronRight aria-hidden className="icon" />
        </Link>
      </li>
    </ul>
  );
}

function toHere({ child, device, isChosenGone }: ChildPageData): string {
  return device === null || isChosenGone ? `/locator/${child.id}` : `/locator/${child.id}?device=${encodeURIComponent(device.id)}`;
}

function toNewPlace({ lat, lon, address }: { lat: number; lon: number; address: string }, childId: string): string {
  return `/locator/places/new?${new URLSearchParams({ lat: lat.toFixed(6), lon: lon.toFixed(6), child: childId, address })}`;
}

function ChildMap({ page, here }: { page: ChildPageData; here: string }) {
  const { child, device, now } = page;
  const entry = page.entries.find(({ id }) => id === child.id);
  const faces = entry === undefined ? [] : listFaces([{ ...entry, devices: page.devices, device, zone: page.zone }], now);
  const places = listDiscs(page.places);
  return (
    <LocatorMap
      credits={page.credits}
      extent={toExtent(faces, places)}
      faces={faces}
      here={here}
      now={now}
      places={places}
      sources={page.mapSources}
    />
  );
}
