import { Form } from '@remix-run/react';
import { Plus, Search, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink, IconButton } from '#app/components/ui/button';
import { Checkbox, Toggle } from '#app/components/ui/checkbox';
import { Choice } from '#app/components/ui/choice';
import { Field, SelectField } from '#app/components/ui/field';
import { Group } from '#app/components/ui/group';
import { Weekdays } from '#app/components/ui/weekdays';
import { PLACE_ICONS, PLACE_NAME_MAX, PLACES_MAX, RADIUS_MATCH_MIN_M, RADIUS_MAX_M } from '#app/domain/place';
import type { SwitcherEntry } from '#app/features/children/child-switcher';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import { useFormats } from '#app/features/shell/time/use-formats';
import type { FormReply } from '#app/server/form.server';
import { listCredits } from './addresses';
import { LockedLocator } from './locked-locator';
import { LocatorMap } from './map/locator-map';
import { usePlaceFields } from './map/use-place-fields';
import { notByField, type PlaceFaults, type PlaceValues, toFoundValue } from './place-form';
import { PlaceIconPicture } from './place-icons';
import type { loadPlacePage, PlaceReply } from './place-page.server';
import { useDistance } from './use-distance';

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
  return (
    <div className="loc">
      <PlaceMap credits={listCredits(answer?.found ?? [])} fitKey={version} page={page} values={values} />
      <div className="loc-panel">
        <h1>{title}</h1>
        <FormMessageBox notice={reply?.notice} />
        {page.hasRoom ? (
          <PlaceForm answer={answer} entries={page.entries} key={version} token={reply?.token ?? page.formToken} values={values} />
        ) : (
          <p>{t('places.full', { limit: PLACES_MAX })}</p>
        )}
      </div>
    </div>
  );
}

/** The place on the map. With script, a tap or a drag there writes the form's fields, and typing there moves the place here. */
function PlaceMap({
  page,
  values,
  credits,
  fitKey,
}: {
  page: PlacePageData;
  values: PlaceValues;
  credits: ReadonlyArray<string>;
  fitKey: string;
}) {
  const { edited, onPick } = usePlaceFields(values);
  return (
    <LocatorMap
      credits={credits}
      edited={edited}
      extent={edited === undefined ? [] : [edited]}
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
  answer,
  entries,
  token,
}: {
  values: PlaceValues;
  answer: PlaceReply | null;
  entries: ReadonlyArray<SwitcherEntry>;
  token: string;
}) {
  const { t } = useTranslation();
  const { distance } = useDistance();
  const faults: PlaceFaults = answer?.faults ?? {};
  const errors = (field: string) => {
    const key = faults[field];
    return key === undefined ? [] : [t(key)];
  };
  const isNew = values.id === '';
  return (
    <Form className="stack loc-form" method="post" noValidate preventScrollReset replace>
      {/* Enter in a field submits the first button of the form. */}
      <button aria-hidden className="sr-only" name="intent" tabIndex={-1} type="submit" value="place-save" />
      <FormToken token={token} />
      <input name="id" type="hidden" value={values.id} />
      <input name="updated_at" type="hidden" value={values.updatedAt} />
      <input name="opened" type="hidden" value={values.opened} />
      <input name="radius_shown" type="hidden" value={values.radiusShown} />
      <input name="meters" type="hidden" value={values.meters} />
      <input name="unit" type="hidden" value={values.unit} />
      <Toggle
        defaultChecked={values.isActive}
        hint={t('places.active_hint')}
        id="place-active"
        label={t('places.active')}
        name="active"
        value="1"
      />
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
      <AddressFields answer={answer} errors={errors('address')} values={values} />
      <Field
        defaultValue={values.radius}
        errors={errors('radius')}
        hint={t('places.radius_hint', { max: distance(RADIUS_MAX_M), min: distance(RADIUS_MATCH_MIN_M) })}
        id="place-radius"
        inputMode="numeric"
        label={t('places.radius')}
        name="radius"
        required
        unit={t(values.unit === 'imperial' ? 'places.feet' : 'places.meters')}
      />
      <Group errors={errors('child')} id="place-children" label={t('places.children')}>
        {entries.map(({ id, name }) => (
          <Checkbox defaultChecked={values.childIds.includes(id)} id={`place-child-${id}`} key={id} label={name} name="child" value={id} />
        ))}
      </Group>
      <Group id="place-notify" label={t('places.notify')}>
        <Toggle defaultChecked={values.enter} id="place-enter" label={t('places.enter')} name="enter" value="1" />
        <Toggle defaultChecked={values.exit} id="place-exit" label={t('places.exit')} name="exit" value="1" />
      </Group>
      <NotByRows entries={entries} errors={errors} values={values} />
      <div className="button-row">
        <Button kind="main" name="intent" value="place-save">
          {t('actions.save')}
        </Button>
        <ButtonLink to="/locator?places">{t('actions.cancel')}</ButtonLink>
      </div>
      {isNew ? null : (
        <Button className="justify-self-start" kind="remove" name="intent" value="place-delete">
          <Trash2 aria-hidden className="icon" />
          {t('places.delete')}
        </Button>
      )}
    </Form>
  );
}

function IconChoice({ chosen }: { chosen: PlaceValues['icon'] }) {
  const { t } = useTranslation();
  return (
    <Group id="place-icon" label={t('places.icon')}>
      <div className="loc-icons">
        {PLACE_ICONS.map((icon) => (
          <label key={icon}>
            <input defaultChecked={icon === chosen} name="icon" type="radio" value={icon} />
            <PlaceIconPicture icon={icon} />
            {t(`places.icon_${icon}`)}
          </label>
        ))}
      </div>
    </Group>
  );
}

/** Address search, its results, and the coordinates for positions without an address. */
function AddressFields({ values, answer, errors }: { values: PlaceValues; answer: PlaceReply | null; errors: Array<string> }) {
  const { t } = useTranslation();
  const found = answer?.found ?? null;
  return (
    <>
      <div className="loc-search">
        <Field
          autoComplete="off"
          defaultValue={values.address}
          errors={errors}
          hint={t('places.find_hint')}
          id="place-address"
          label={t('locator.address')}
          maxLength={256}
          name="address"
        />
        <Button name="intent" value="place-find">
          <Search aria-hidden className="icon" />
          {t('places.find')}
        </Button>
      </div>
      {found === null ? null : found.length === 0 ? (
        <p className="hint" role="status">
          {t('places.not_found')}
        </p>
      ) : (
        <Choice
          defaultValue={toFoundValue(found[0] ?? { lat: 0, lon: 0, address: '' })}
          id="place-found"
          label={t('places.found')}
          name="found"
          options={found.map((one) => ({ value: toFoundValue(one), label: one.address }))}
        />
      )}
      <details className="loc-coordinates" open={errors.length > 0}>
        <summary>{t('places.coordinates')}</summary>
        <div className="field-row">
          <Field defaultValue={values.lat} id="place-lat" inputMode="text" label={t('places.latitude')} name="lat" />
          <Field defaultValue={values.lon} id="place-lon" inputMode="text" label={t('places.longitude')} name="lon" />
        </div>
      </details>
    </>
  );
}

function NotByRows({
  values,
  entries,
  errors,
}: {
  values: PlaceValues;
  entries: ReadonlyArray<SwitcherEntry>;
  errors: (field: string) => Array<string>;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <Group hint={t('places.not_by_hint')} id="place-not-by" label={t('places.not_by')}>
      {values.notBy.map(({ key, childId, weekdays, time }) => (
        <div className="loc-not-by" key={key}>
          <div className="field-row">
            <SelectField defaultValue={childId} id={`place-${key}-child`} label={t('places.child')} name={notByField(key, 'child')}>
              {entries.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
            <Field
              defaultValue={time}
              errors={errors(notByField(key, 'time'))}
              id={`place-${key}-time`}
              label={t('places.time')}
              name={notByField(key, 'time')}
              type="time"
            />
          </div>
          <Weekdays
            defaultValue={weekdays}
            errors={errors(notByField(key, 'day'))}
            formats={formats}
            id={`place-${key}-days`}
            label={t('places.weekdays')}
            name={notByField(key, 'day')}
          />
          <IconButton label={t('places.drop_time')} name="intent" type="submit" value={`place-row-drop-${key}`}>
            <X aria-hidden className="icon" />
          </IconButton>
        </div>
      ))}
      <Button className="justify-self-start" kind="quiet" name="intent" value="place-row-add">
        <Plus aria-hidden className="icon-small" />
        {t('places.add_time')}
      </Button>
    </Group>
  );
}
