import { Link } from '@remix-run/react';
import { CircleAlert, Plus, Route, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#app/components/ui/button';
import { Note } from '#app/components/ui/note';
import { isolateName } from '#app/domain/isolate-name';
import { PLACES_MAX } from '#app/domain/place';
import type { Instant } from '#app/domain/time';
import { ChildAvatar } from '#app/features/children/profile/child-avatar';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { useClock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import { DeviceBlock, namesOf } from './device-block';
import { LocateForm } from './locate-form';
import type { Place } from './locator.server';
import { LocatorDock } from './locator-dock';
import type { LocatedChild, loadLocatorPage } from './locator-page.server';
import { LockedLocator } from './locked-locator';
import { listDiscs, listFaces, toExtent } from './map/list-marks';
import { LocatorMap } from './map/locator-map';
import { PlaceList, ShownChildren } from './place-list';
import { lookOf } from './position-sentence';
import { usePositionWords } from './position-words';
import { Sheet, useSheet } from './sheet';
import { findUrgentProblem } from './urgent-problem';

export type LocatorPageData = Awaited<ReturnType<typeof loadLocatorPage>>;

/** Where all children are: the map, and the same facts as a list. */
export function LocatorPage({ page, reply }: { page: LocatorPageData; reply?: FormReply | undefined }) {
  const { t } = useTranslation();
  const clock = useClock(page.parentZone, page.now);
  const sheet = useSheet();
  if (!page.isIncluded) return <LockedLocator />;
  const shown = page.children.filter(({ id }) => !page.deselected.includes(id));
  const token = reply?.token ?? page.formToken;
  const targets = shown.flatMap(({ id, device }) => (device === null ? [] : [{ childId: id, deviceId: device.id }]));
  const [first] = shown;
  return (
    <div className="loc loc-full">
      <div className="loc-stage">
        <FamilyMap page={page} shown={shown} />
      </div>
      <Sheet
        aside={
          <span className="hint" suppressHydrationWarning>
            {clock.time(page.now)}
          </span>
        }
        foot={
          <div className="loc-foot only-wide">
            {first === undefined ? null : (
              <ButtonLink to={`/locator/${first.id}/history`}>
                <Route aria-hidden className="icon" />
                {t('locator.history')}
              </ButtonLink>
            )}
            {page.places.length >= PLACES_MAX ? null : <NewPlaceLink />}
          </div>
        }
        peek={<Peek now={page.now} shown={shown} />}
        sheet={sheet}
        title={t('locator.where')}
      >
        <FormMessageBox notice={reply?.notice} />
        {page.isAsked ? <StatusNote>{t('locator.asked_all')}</StatusNote> : null}
        {shown.map((child) => (
          <ChildBlock child={child} family={page.children} key={child.id} now={page.now} places={page.places} token={token} />
        ))}
        <PlaceList family={page.children} places={page.places} />
        <div className="only-narrow">{page.places.length >= PLACES_MAX ? null : <NewPlaceLink />}</div>
        {page.children.length < 2 ? null : <ShownChildren deselected={page.deselected} family={page.children} />}
      </Sheet>
      <LocatorDock historyOf={first?.id ?? null} sheet={sheet}>
        {targets.length === 0 ? null : (
          <LocateForm kind="main" targets={targets} token={token} wide>
            {t('locator.locate')}
          </LocateForm>
        )}
      </LocatorDock>
    </div>
  );
}

function NewPlaceLink() {
  const { t } = useTranslation();
  return (
    <ButtonLink to="/locator/places/new">
      <Plus aria-hidden className="icon" />
      {t('places.new')}
    </ButtonLink>
  );
}

function StatusNote({ children }: { children: string }) {
  return (
    <Note icon={<CircleAlert aria-hidden className="icon" />} role="status">
      {children}
    </Note>
  );
}

/** What the sheet says at rest: the most urgent problem, or its title. */
function Peek({ shown, now }: { shown: ReadonlyArray<LocatedChild>; now: Instant }) {
  const { t } = useTranslation();
  const problem = findUrgentProblem(shown, now);
  if (problem === null) return <>{t('locator.where')}</>;
  const Icon = problem.kind === 'offline' ? WifiOff : CircleAlert;
  return (
    <span className="loc-urgent" data-state="paused" data-urgent={problem.kind}>
      <Icon aria-hidden className="icon" />
      <span>
        {t(`locator.urgent_${problem.kind}`, { name: isolateName(problem.child.name), device: isolateName(problem.device.name) })}
      </span>
    </span>
  );
}

function FamilyMap({ page, shown }: { page: LocatorPageData; shown: ReadonlyArray<LocatedChild> }) {
  const faces = listFaces(shown, page.now);
  const places = listDiscs(page.places);
  return (
    <LocatorMap
      credits={page.credits}
      extent={toExtent(faces, places)}
      faces={faces}
      here={`/locator?${page.search === '' ? 'places=' : page.search}`}
      now={page.now}
      places={places}
      sources={page.mapSources}
    />
  );
}

function ChildBlock({
  child,
  family,
  places,
  now,
  token,
}: {
  child: LocatedChild;
  family: ReadonlyArray<LocatedChild>;
  places: ReadonlyArray<Place>;
  now: Instant;
  token: string;
}) {
  const { t } = useTranslation();
  const clock = useClock(child.zone, now);
  const words = usePositionWords(clock, places);
  const name = isolateName(child.name);
  const position = child.device?.position ?? null;
  return (
    <section aria-labelledby={`where-${child.id}`} className="loc-child" data-child={child.id}>
      <div className="loc-child-top" data-look={position === null ? undefined : (lookOf(position, now) ?? undefined)}>
        <ChildAvatar child={child} size="normal" view={child.view} />
        <div className="grow">
          <h2 id={`where-${child.id}`}>
            <Link to={`/locator/${child.id}`}>
              {child.devices.length === 0 ? t('sentence.no_device', { name }) : words.sentence(name, position)}
            </Link>
          </h2>
          <p className="hint" suppressHydrationWarning>
            {words.remainder(position)}
          </p>
        </div>
        {child.device === null ? null : (
          <LocateForm kind="soft" targets={[{ childId: child.id, deviceId: child.device.id }]} token={token}>
            {t('locator.locate')}
            <span className="sr-only">, {name}</span>
          </LocateForm>
        )}
      </div>
      {child.devices.map((device) => (
        <DeviceBlock
          clock={clock}
          device={device}
          key={device.id}
          places={places}
          to={`/locator/${child.id}?device=${encodeURIComponent(device.id)}`}
          users={namesOf(device.otherChildIds, family)}
        />
      ))}
    </section>
  );
}
