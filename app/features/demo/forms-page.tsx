import { Smartphone, Tablet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ColorChoice, PhotoChoice, PictureChoice } from '#app/components/ui/avatar-choice';
import { Checkbox, Toggle } from '#app/components/ui/checkbox';
import { Choice, Segmented } from '#app/components/ui/choice';
import { LABELS, NAMES } from './samples';
import { Specimen, Specimens } from './specimen';
import { TextForms } from './text-forms';
import { TimeForms } from './time-forms';

/** Showcase page for every type of field in all states. Nothing is submitted. */
export function FormsPage() {
  return (
    <Specimens>
      <TextForms />

      <Choices />
      <Switches />

      <TimeForms />
      <Looks />
    </Specimens>
  );
}

function Choices() {
  const { t } = useTranslation('showcase');
  const { t: common } = useTranslation();
  const kinds = [
    {
      value: 'android',
      label: common('os.android'),
      start: <Smartphone aria-hidden className="icon" />,
      hint: common('child.time_zone_hint'),
    },
    { value: 'iOS', label: common('os.iOS'), start: <Tablet aria-hidden className="icon" /> },
    { value: 'long', label: NAMES.german },
  ];
  const rules = [
    { value: 'allowed', label: common('state.allowed') },
    { value: 'schedule', label: t('forms.by_schedule') },
    { value: 'never', label: t('forms.never') },
  ];
  return (
    <Specimen title={t('forms.choices')}>
      <Choice defaultValue="android" id="kind" label={t('forms.kind')} name="kind" options={kinds} />
      <Choice errors={[t('forms.kind_wrong')]} id="kind-wrong" label={t('forms.kind')} name="kind_wrong" options={kinds.slice(1)} />
      <Segmented defaultValue="schedule" id="rule" label="YouTube" name="rule" options={rules} />
      <Segmented
        defaultValue="allowed"
        disabled
        hint={t('forms.disabled')}
        id="rule-off"
        label="Minecraft"
        name="rule_off"
        options={rules}
      />
      <Segmented
        defaultValue="schedule"
        id="rule-long"
        label={LABELS.german}
        name="rule_long"
        options={[
          { value: 'allowed', label: 'Uneingeschränkt erlaubt' },
          { value: 'schedule', label: 'Nur außerhalb der Schlafenszeit' },
          { value: 'never', label: '一律不准' },
        ]}
      />
    </Specimen>
  );
}

function Switches() {
  const { t } = useTranslation('showcase');
  const { t: common } = useTranslation();
  return (
    <Specimen title={t('forms.switches')}>
      <div>
        <Toggle defaultChecked hint={t('forms.counts')} id="screen-time" label={common('usage.heading')} name="screen_time" />
        <Toggle id="ask-first" label={t('forms.ask_first')} name="ask_first" />
        <Toggle defaultChecked disabled hint={t('forms.disabled')} id="toggle-off" label={LABELS.german} name="toggle_off" />
        <Toggle disabled id="toggle-zh" label={LABELS.chinese} name="toggle_zh" />
      </div>
      <div>
        <Checkbox defaultChecked id="mail-me" label={t('forms.mail_me')} name="mail_me" />
        <Checkbox errors={[t('forms.mail_wrong')]} id="mail-wrong" label={t('forms.mail_me')} name="mail_wrong" />
        <Checkbox disabled hint={t('forms.disabled')} id="mail-off" label={LABELS.chinese} name="mail_off" />
      </div>
    </Specimen>
  );
}

function Looks() {
  const { t } = useTranslation('showcase');
  return (
    <Specimen title={t('forms.look')}>
      <ColorChoice
        child={NAMES.latin}
        defaultValue={0}
        id="colour"
        label={t('forms.color')}
        name="slot"
        nameOf={(slot) => t('forms.color_number', { number: slot + 1 })}
      />
      <PictureChoice
        child={NAMES.latin}
        colorSlot={0}
        defaultValue={0}
        id="picture"
        label={t('forms.picture')}
        name="avatar_idx"
        nameOf={(picture) => t(`pictures.${picture}`)}
      />
      <PhotoChoice child={NAMES.latin} colorSlot={0} hint={t('forms.photo_hint')} id="photo" label={t('forms.photo')} name="photo" />
      <PhotoChoice
        child={NAMES.chinese}
        colorSlot={5}
        errors={[t('forms.photo_wrong')]}
        id="photo-wrong"
        label={t('forms.photo')}
        name="photo_wrong"
      />
    </Specimen>
  );
}
