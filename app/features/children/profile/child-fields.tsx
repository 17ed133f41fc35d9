import { useTranslation } from 'react-i18next';
import { Field, SelectField } from '#app/components/ui/field';
import { FIRST_BIRTHDAY, GENDERS } from '#app/domain/child-profile';
import { isolateName } from '#app/domain/isolate-name';
import type { useForm } from '#app/features/shell/forms/use-form';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';
import { LANGUAGE_NAMES } from '#app/i18n';
import type { ChildField } from './child-form-values';
import { toNewNameErrors } from './new-child-name';
import { type ShownZone, TimeZoneField } from './time-zone-field';

/**
 * Fields for the name and the optional facts of a child.
 * - `zone`: the initial time zone
 * - `isGuess`: true if nobody has chosen that zone
 * - `shownAs`: the name shown on pages if another child has the same name
 * - `isNew`: true when adding a child
 */
export function ChildFields({
  field,
  zone,
  isGuess,
  shownAs = null,
  isNew = false,
}: {
  field: (name: ChildField) => ReturnType<ReturnType<typeof useForm<string>>['field']>;
  zone: ShownZone;
  isGuess: boolean;
  shownAs?: string | null;
  isNew?: boolean;
}) {
  const { t } = useTranslation();
  const [name, birthday, gender, timeZone, locale] = [
    field('name'),
    field('birthday'),
    field('gender'),
    field('time_zone'),
    field('locale'),
  ];
  // Without script, autofocus moves to the first invalid field; with script, `useForm` does.
  const wrong = [name, birthday, gender, locale, timeZone].find(({ errors = [] }) => errors.length > 0);
  const focusOf = (one: typeof name) => ({ autoFocus: one === wrong });
  // Keeps a value stored by another client, unless it is changed here.
  const { initialValue: initialGender = '' } = gender;
  const isCustomGender = initialGender !== '' && !GENDERS.some((known) => known === initialGender);
  const { initialValue: spoken = '' } = locale;
  const isForeignTongue = spoken !== '' && !Object.hasOwn(LANGUAGE_NAMES, spoken);
  return (
    <>
      <Field
        {...focusOf(name)}
        autoComplete="off"
        defaultValue={name.initialValue}
        errors={isNew ? toNewNameErrors(t, name.errors) : toErrorTexts(t, name.errors)}
        hint={shownAs === null ? undefined : t('child.name_shared', { name: isolateName(shownAs) })}
        id={name.id}
        label={t('child.name')}
        name={name.name}
        required
      />
      <Field
        {...focusOf(birthday)}
        autoComplete="off"
        defaultValue={birthday.initialValue}
        errors={toErrorTexts(t, birthday.errors)}
        hint={t('child.birthday_hint')}
        id={birthday.id}
        label={t('child.birthday')}
        min={FIRST_BIRTHDAY}
        name={birthday.name}
        type="date"
      />
      <SelectField
        {...focusOf(gender)}
        defaultValue={initialGender}
        errors={toErrorTexts(t, gender.errors)}
        id={gender.id}
        label={t('child.gender')}
        name={gender.name}
      >
        <option value="">{t('child.not_said')}</option>
        {GENDERS.map((known) => (
          <option key={known} value={known}>
            {t(`child.gender_${known}`)}
          </option>
        ))}
        {isCustomGender ? <option value={initialGender}>{initialGender}</option> : null}
      </SelectField>
      <SelectField
        {...focusOf(locale)}
        defaultValue={spoken}
        errors={toErrorTexts(t, locale.errors)}
        id={locale.id}
        label={t('child.language')}
        name={locale.name}
      >
        <option value="">{t('child.not_said')}</option>
        {Object.entries(LANGUAGE_NAMES).map(([tag, own]) => (
          <option key={tag} lang={tag} value={tag}>
            {own}
          </option>
        ))}
        {isForeignTongue ? <option value={spoken}>{spoken}</option> : null}
      </SelectField>
      <TimeZoneField
        {...focusOf(timeZone)}
        defaultValue={timeZone.initialValue}
        errors={timeZone.errors}
        hint={t('child.time_zone_hint')}
        id={timeZone.id}
        isGuess={isGuess}
        name={timeZone.name}
        own={zone}
      />
    </>
  );
}
