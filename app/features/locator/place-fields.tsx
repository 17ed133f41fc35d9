import { Check, Plus, Search, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#app/components/ui/button';
import { Choice } from '#app/components/ui/choice';
import { Field, SelectField } from '#app/components/ui/field';
import { Group } from '#app/components/ui/group';
import { useHydrated } from '#app/components/ui/use-hydrated';
import { Weekdays } from '#app/components/ui/weekdays';
import type { DistanceUnits } from '#app/domain/distance-units';
import type { ChildId } from '#app/domain/ids';
import { PLACE_ICONS, RADIUS_MATCH_MIN_M, RADIUS_MAX_M } from '#app/domain/place';
import type { SwitcherEntry } from '#app/features/children/child-switcher';
import { ChildAvatar } from '#app/features/children/profile/child-avatar';
import { useFormats } from '#app/features/shell/time/use-formats';
import { notByField, type PlaceValues } from './place-form';
import { PlaceIconPicture } from './place-icons';
import type { PlaceReply } from './place-page.server';
import { toFoundValue } from './place-search';
import { type PlaceSpot, sliderScale } from './place-spot';
import { useDistance } from './use-distance';

type SpotProps = { spot: PlaceSpot; onSpot: (change: Partial<PlaceSpot>) => void };

/** The radius as a number, with script beside a slider, and why it has an upper and a lower limit. */
export function RadiusField({ spot, onSpot, unit, errors }: SpotProps & { unit: DistanceUnits; errors: Array<string> }) {
  const { t } = useTranslation();
  const { distance } = useDistance();
  const isHydrated = useHydrated();
  const { min, max, step } = sliderScale(unit);
  return (
    <div className="loc-radius">
      {isHydrated ? (
        <input
          aria-label={t('places.radius')}
          max={max}
          min={min}
          onChange={({ currentTarget }) => onSpot({ radius: currentTarget.value })}
          step={step}
          type="range"
          value={Number(spot.radius) || min}
        />
      ) : null}
      <Field
        errors={errors}
        id="place-radius"
        inputMode="numeric"
        label={t('places.radius')}
        name="radius"
        onChange={({ currentTarget }) => onSpot({ radius: currentTarget.value })}
        required
        unit={t(unit === 'imperial' ? 'places.feet' : 'places.meters')}
        value={spot.radius}
      />
      <p className="hint">{t('places.radius_hint', { max: distance(RADIUS_MAX_M), min: distance(RADIUS_MATCH_MIN_M) })}</p>
    </div>
  );
}

/** The children whom a place concerns, as checkboxes with their profile pictures. */
export function ChildChoice({
  entries,
  chosen,
  errors,
}: {
  entries: ReadonlyArray<SwitcherEntry>;
  chosen: ReadonlyArray<ChildId>;
  errors: Array<string>;
}) {
  const { t } = useTranslation();
  return (
    <Group errors={errors} id="place-children" label={t('places.children')}>
      <div className="loc-kids">
        {entries.map((entry) => (
          <label key={entry.id}>
            <input defaultChecked={chosen.includes(entry.id)} name="child" type="checkbox" value={entry.id} />
            <ChildAvatar child={entry} size="small" />
            <bdi>{entry.name}</bdi>
            <Check aria-hidden className="icon-small" />
          </label>
        ))}
      </div>
    </Group>
  );
}

/** Nine icons as radio buttons. */
export function IconChoice({ chosen }: { chosen: PlaceValues['icon'] }) {
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
export function AddressFields({
  values,
  spot,
  onSpot,
  answer,
  errors,
}: SpotProps & { values: PlaceValues; answer: PlaceReply | null; errors: (field: string) => Array<string> }) {
  const { t } = useTranslation();
  const found = answer?.found ?? null;
  return (
    <>
      <div className="loc-search">
        <Field
          autoComplete="off"
          defaultValue={values.address}
          errors={errors('address')}
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
          onChange={(value) => {
            const [lat = '', lon = ''] = value.split(',');
            onSpot({ lat, lon });
          }}
          options={found.map((one) => ({ value: toFoundValue(one), label: one.address }))}
        />
      )}
      <details className="loc-coordinates" open={['address', 'lat', 'lon'].some((field) => errors(field).length > 0)}>
        <summary>{t('places.coordinates')}</summary>
        <div className="field-row">
          <Field
            errors={errors('lat')}
            id="place-lat"
            inputMode="text"
            label={t('places.latitude')}
            name="lat"
            onChange={({ currentTarget }) => onSpot({ lat: currentTarget.value })}
            value={spot.lat}
          />
          <Field
            errors={errors('lon')}
            id="place-lon"
            inputMode="text"
            label={t('places.longitude')}
            name="lon"
            onChange={({ currentTarget }) => onSpot({ lon: currentTarget.value })}
            value={spot.lon}
          />
        </div>
      </details>
    </>
  );
}

/** Rows of «not there by»: child, time and weekdays. */
export function NotByRows({
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
