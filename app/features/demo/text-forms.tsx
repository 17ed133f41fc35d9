import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Field, SelectField } from '#app/components/ui/field';
import { PasswordField } from '#app/components/ui/password-field';
import { TextField } from '#app/components/ui/text-field';
import { LABELS, NAMES } from './samples';
import { Specimen } from './specimen';

/** Examples of text fields and selections. */
export function TextForms() {
  const { t } = useTranslation('showcase');
  const { t: common } = useTranslation();
  const eye = { show: common('auth.show_password'), hide: common('auth.hide_password') };
  return (
    <>
      <Specimen title={t('forms.texts')}>
        <Field hint={t('forms.hint')} id="empty" label={t('forms.empty')} name="empty" />
        <Field autoComplete="off" defaultValue={NAMES.latin} id="name" label={common('child.name')} name="name" />
        <Field
          autoComplete="off"
          defaultValue="sara@example"
          errors={[t('forms.wrong')]}
          id="email"
          label={common('auth.email')}
          name="email"
          type="email"
        />
        <PasswordField
          {...eye}
          autoComplete="off"
          defaultValue="porchlight"
          hint={common('auth.password_hint')}
          id="password"
          label={common('auth.password')}
          name="password"
        />
        <Field id="search" label={t('forms.search')} name="search" start={<Search aria-hidden className="icon" />} type="search" />

        <Field
          defaultValue="45"
          id="number"
          inputMode="numeric"
          label={t('forms.break_after')}
          name="number"
          type="number"
          unit={t('forms.minutes_unit')}
        />
        <Field defaultValue="2017-05-14" id="birthday" label={t('forms.birthday')} name="birthday" type="date" />
        <SelectField defaultValue="b" id="list" label={common('child.time_zone')} name="list">
          <option value="a">Europe/Berlin</option>
          <option value="b">America/Argentina/ComodRivadavia</option>
        </SelectField>
        <TextField defaultValue={common('landing.lead')} id="note" label={t('forms.note')} name="note" />
      </Specimen>
      <Specimen title={t('forms.disabled')}>
        <Field defaultValue={NAMES.latin} disabled id="disabled" label={t('forms.disabled')} name="disabled" />
        <Field defaultValue={NAMES.latin} id="read-only" label={t('forms.read_only')} name="read_only" readOnly />
        <SelectField disabled id="list-disabled" label={common('child.time_zone')} name="list_disabled">
          <option>Europe/Berlin</option>
        </SelectField>
        <PasswordField {...eye} disabled id="password-disabled" label={common('auth.password')} name="password_disabled" />
      </Specimen>
      <Specimen title={t('forms.scripts')}>
        <Field defaultValue={NAMES.german} id="german" label={LABELS.german} name="german" />
        <Field defaultValue={NAMES.chinese} id="chinese" label={LABELS.chinese} name="chinese" />
        <Field defaultValue={NAMES.rightToLeft} dir="auto" id="right-to-left" label={common('device.new_name')} name="right_to_left" />
        <Field defaultValue={NAMES.sixtyFour} id="sixty-four" label={common('device.new_name')} name="sixty_four" />
      </Specimen>
    </>
  );
}
