import { Link } from '@remix-run/react';
import { ChevronRight, MapPinPlus, Route } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#app/components/ui/button';
import { Fact, Facts } from '#app/components/ui/facts';
import { isolateName } from '#app/domain/isolate-name';
import { isFromFuture } from '#app/domain/position';
import { ChildAvatar } from '#app/features/children/profile/child-avatar';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { useClock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import type { loadChildPage } from './child-page.server';
import { DeviceBlock, GoneDevice, namesOf } from './device-block';
import { LocateCard } from './locate-card';
import { listDiscs, listFaces, toExtent } from './locator-page';
import { LockedLocator } from './locked-locator';
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
  const here = toHere(page);
  return (
    <div className="loc">
      <ChildMap here={here} page={page} />
      <div className="loc-panel">
        <FormMessageBox notice={reply?.notice} />
        {page.isChosenGone ? <GoneDevice /> : null}
        <div className="loc-child-top">
          <ChildAvatar child={child} size="big" view={view} />
          <div className="grow">
            <h1>{device === null ? t('sentence.no_device', { name }) : words.sentence(name, position)}</h1>
            <p className="text-muted">{words.detail(position)}</p>
          </div>
        </div>
        {device === null ? (
          <ButtonLink kind="main" to={`/connect?child=${child.id}`}>
            {t('manage.connect_device')}
          </ButtonLink>
        ) : (
          <LocateCard
            burst={page.bursts.find(({ deviceId }) => deviceId === device.id) ?? null}
            clock={clock}
            device={device}
            here={here}
            token={reply?.token ?? page.formToken}
          />
        )}
        {position === null || isFromFuture(position, page.now) ? null : (
          <section aria-labelledby="position" className="loc-section stack">
            <h2 id="position">{t('locator.position')}</h2>
            <Facts>
              {position.address === '' ? null : <Fact name={t('locator.address')}>{position.address}</Fact>}
              <Fact name={t('locator.reported')}>{clock.moment(position.at)}</Fact>
              <Fact name={t('locator.accuracy')}>{words.accuracyOf(position)}</Fact>
            </Facts>
            {position.placeId !== null || lookOf(position, page.now) === 'rough' ? null : (
              <ButtonLink className="justify-self-start" kind="soft" to={toNewPlace(position, child.id)}>
                <MapPinPlus aria-hidden className="icon" />
                {t('locator.save_place')}
              </ButtonLink>
            )}
          </section>
        )}
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
        <ul className="loc-places loc-section">
          <li>
            <Link to={`/locator/${child.id}/history`}>
              <Route aria-hidden className="icon" />
              <span className="grow">{t('locator.history')}</span>
              <ChevronRight aria-hidden className="icon" />
            </Link>
          </li>
          <li>
            <Link to="/locator?places#places">
              <MapPinPlus aria-hidden className="icon" />
              <span className="grow">{t('locator.places')}</span>
              <ChevronRight aria-hidden className="icon" />
            </Link>
          </li>
        </ul>
        {page.zone === page.parentZone ? null : (
          <p className="hint" suppressHydrationWarning>
            {t('manage.zone', { zone: clock.zoneName() })}
          </p>
        )}
      </div>
    </div>
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
