import { Form } from '@remix-run/react';
import { Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import { Toggle } from '#app/components/ui/checkbox';
import { Field } from '#app/components/ui/field';
import { Group } from '#app/components/ui/group';
import { PLACE_NAME_MAX, PLACES_MAX, RADIUS_MAX_M } from '#app/domain/place';
import type { Coordinates } from '#app/domain/position';
import type { SwitcherEntry } from '#app/features/children/child-switcher';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { FormReply } from '#app/server/form.server';
import { listCredits } from './addresses';
import { LockedLocator } from './locked-locator';
import { LocatorMap } from './map/locator-map';
import type { EditedPlace } from './map/marks';
import { AddressFields, ChildChoice, IconChoice, NotByRows, RadiusField } from './place-fields';
import type { PlaceFaults, PlaceValues } from './place-form';
import type { loadPlacePage, PlaceReply } from './place-page.server';
import { atPoint, type PlaceSpot, readPosition, toMeters, toSpot, withRadius } from './place-spot';

const RADIUS_DEFAULT_M = 150;

export type PlacePageData = Awaited<ReturnType<typeof loadPlacePage>>;

/** Creates or changes a place. All buttons submit the form and keep its values, so the page works without script. */
export function PlacePage({ page, reply }: { page: PlacePageData; reply: PlaceReply | FormReply | undefined }) {
  const { t } = useTranslation();
  const answer = reply !== undefined && 'values' in reply ? reply : null;
  // The page's data may reload while the form is open. It keeps the values and the version that it showed first (S29).
  const [opened] = useState(page.values);
  if (!page.isIncluded) return <LockedLocator />;
  const values = answer?.values ?? opened;
  const title = values.id === '' ? t('places.new') : opened.name;
  // A reply brings other values, which uncontrolled fields take only when they are created.
  const version = answer === null ? values.updatedAt : JSON.stringify([answer.values, answer.intent]);
  return page.hasRoom ? (
    <Editor answer={answer} key={version} page={page} reply={reply} title={title} values={values} />
  ) : (
    <section className="card">
      <h1>{title}</h1>
      <p>{t('places.full', { limit: PLACES_MAX })}</p>
    </section>
  );
}

/** The map and the form. Both show the same spot: with script, each changes it for the other. */
function Editor({
  page,
  values,
  answer,
  reply,
  title,
}: {
  page: PlacePageData;
  values: PlaceValues;
  answer: PlaceReply | null;
  reply: PlaceReply | FormReply | undefined;
  title: string;
}) {
  const [spot, setSpot] = useState(() => toSpot(values));
  const form = useRef<HTMLFormElement>(null);
  // Input before hydration fires no handlers.
  useEffect(() => {
    if (form.current !== null) setSpot(toSpot(Object.fromEntries(new FormData(form.current))));
  }, []);
  return (
    <div className="loc loc-one">
      <div className="loc-stage">
        <PlaceMap
          credits={listCredits(answer?.found ?? [])}
          fitKey={JSON.stringify([values.lat, values.lon])}
          onPick={(point) => {
            forgetAddress(form.current);
            setSpot((before) => ({ ...before, ...atPoint(point) }));
          }}
          onResize={(meters) => setSpot((before) => ({ ...before, ...withRadius(meters, values.unit) }))}
          page={page}
          spot={spot}
          values={values}
        />
      </div>
      <div className="loc-panel">
        <FormMessageBox notice={reply?.notice} />
        <PlaceForm
          answer={answer}
          entries={page.entries}
          formRef={form}
          onSpot={(change) => setSpot((before) => ({ ...before, ...change }))}
          spot={spot}
          title={title}
          token={reply?.token ?? page.formToken}
          values={values}
        />
      </div>
    </div>
  );
}

/** Clears the address and the chosen search result after the position was set on the map. The server looks the new address up. */
function forgetAddress(form: HTMLFormElement | null): void {
  const address = form?.elements.namedItem('address');
  if (address instanceof HTMLInputElement) address.value = '';
  for (const found of form?.querySelectorAll<HTMLInputElement>('[name=found]') ?? []) found.checked = false;
}

/** The place on the map. With script, a tap or a drag there writes the form's fields, and typing there moves the place here. */
function PlaceMap({
  spot,
  onPick,
  onResize,
  values,
  page,
  credits,
  fitKey,
}: {
  spot: PlaceSpot;
  onPick: (point: Coordinates) => void;
  onResize: (meters: number) => void;
  values: PlaceValues;
  page: PlacePageData;
  credits: ReadonlyArray<string>;
  fitKey: string;
}) {
  const { unit, name, icon } = values;
  const position = readPosition(spot);
  const meters = Math.min(RADIUS_MAX_M, toMeters(spot.radius, unit) ?? RADIUS_DEFAULT_M);
  const edited: EditedPlace | undefined =
    position === null ? undefined : { ...position, meters, name, icon, onPick, onMove: onPick, onResize };
  return (
    <LocatorMap
      credits={credits}
      edited={edited}
      extent={edited === undefined ? page.surroundings : [edited]}
      fitKey={fitKey}
      here={`/locator/places/${values.id === '' ? 'new' : values.id}`}
      now={page.now}
      onPick={onPick}
      sources={page.mapSources}
    />
  );
}

function PlaceForm({
  values,
  spot,
  onSpot,
  answer,
  entries,
  token,
  title,
  formRef,
}: {
  values: PlaceValues;
  spot: PlaceSpot;
  /** Called when a field changes the position or the radius. */
  onSpot: (change: Partial<PlaceSpot>) => void;
  answer: PlaceReply | null;
  entries: ReadonlyArray<SwitcherEntry>;
  token: string;
  title: string;
  formRef: RefObject<HTMLFormElement>;
}) {
  const { t } = useTranslation();
  const faults: PlaceFaults = answer?.faults ?? {};
  const errors = (field: string) => {
    const key = faults[field];
    return key === undefined ? [] : [t(key)];
  };
  const isNew = values.id === '';
  return (
    <Form className="stack loc-form" method="post" noValidate preventScrollReset ref={formRef} replace>
      {/* Enter in a field presses the first button. As Save does, it searches for a changed address first. */}
      <button aria-hidden className="sr-only" name="intent" tabIndex={-1} type="submit" value="place-enter" />
      <FormToken token={token} />
      <input name="id" type="hidden" value={values.id} />
      <input name="updated_at" type="hidden" value={values.updatedAt} />
      <input name="opened" type="hidden" value={values.opened} />
      <input name="address_shown" type="hidden" value={values.addressShown} />
      <input name="spot_shown" type="hidden" value={values.spotShown} />
      <input name="radius_shown" type="hidden" value={values.radiusShown} />
      <input name="meters" type="hidden" value={values.meters} />
      <input name="unit" type="hidden" value={values.unit} />
      <div className="loc-form-head">
        <h1>{title}</h1>
        <Toggle defaultChecked={values.isActive} id="place-active" label={t('places.active')} name="active" value="1" />
      </div>
      <Field
        autoComplete="off"
        defaultValue={values.name}
        errors={errors('name')}
        id="place-name"
        label={t('places.name')}
        maxLength={PLACE_NAME_MAX}
        name="name"
        required
      />
      <IconChoice chosen={values.icon} />
      <AddressFields answer={answer} errors={errors} onSpot={onSpot} spot={spot} values={values} />
      <RadiusField errors={errors('radius')} onSpot={onSpot} spot={spot} unit={values.unit} />
      <ChildChoice chosen={values.childIds} entries={entries} errors={errors('child')} />
      <Group id="place-notify" label={t('places.notify')}>
        <Toggle defaultChecked={values.enter} id="place-enter" label={t('places.enter')} name="enter" value="1" />
        <Toggle defaultChecked={values.exit} id="place-exit" label={t('places.exit')} name="exit" value="1" />
      </Group>
      <NotByRows entries={entries} errors={errors} values={values} />
      {isNew ? null : (
        <Button className="justify-self-start" kind="remove" name="intent" value="place-delete">
          <Trash2 aria-hidden className="icon" />
          {t('places.delete')}
        </Button>
      )}
      <div className="loc-form-foot">
        <Button kind="main" name="intent" value="place-save">
          {t('places.save')}
        </Button>
        <ButtonLink to="/locator?places">{t('actions.cancel')}</ButtonLink>
      </div>
    </Form>
  );
}
