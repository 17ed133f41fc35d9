import { Form, useNavigation } from '@remix-run/react';
import { Info } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Checkbox } from '#app/components/ui/checkbox';
import { Dialog } from '#app/components/ui/dialog';
import { isChanged, useEarlyInput } from '#app/components/ui/early-input';
import { Field } from '#app/components/ui/field';
import { Note } from '#app/components/ui/note';
import { TimeWindow } from '#app/components/ui/time-window';
import { useHydrated } from '#app/components/ui/use-hydrated';
import { Weekdays } from '#app/components/ui/weekdays';
import { isolateName } from '#app/domain/isolate-name';
import type { WeekDay } from '#app/domain/week';
import { toScheduleName } from '#app/features/children/status/reason-text';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import { useForm } from '#app/features/shell/forms/use-form';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { OpenEditor } from '../schedule-panel.server';
import { toAppsSentence, toScheduleSentence } from '../schedule-words';
import { WeekPreview } from '../week/week-preview';
import { AppChoice } from './app-choice';
import { ExceptionRows } from './exception-rows';
import { findBaseSchedule, type Reply, toInitialValues } from './initial-values';
import type { PreviewInput } from './live-preview';

const PREVIEW_MS = 150;

/**
 * Creates or edits a schedule, with a preview of the coming seven days. The editor keeps the fields and version that it opened with. If
 * somebody else has saved since, the first submit is refused as stale, and the stored schedule is shown. A second submit overwrites that
 * schedule.
 */
export function ScheduleEditor({
  editor,
  previewInput,
  hasApps,
  isOtherZone,
  childName,
  clock,
  back,
  token,
  reply,
}: {
  editor: OpenEditor;
  previewInput: PreviewInput;
  hasApps: boolean;
  isOtherZone: boolean;
  childName: string;
  clock: Clock;
  back: string;
  token: string;
  reply: Reply;
}) {
  const { t, i18n } = useTranslation();
  const isHydrated = useHydrated();
  const { state, formData } = useNavigation();
  const { schedule, apps } = editor;
  const [opened] = useState(editor);
  const { form, field } = useForm<string>({
    id: 'schedule',
    lastResult: reply?.lastResult ?? null,
    load: async () => (await import('./schedule-form')).checkSchedule,
  });
  const initial = toInitialValues(opened, reply);
  const preview = usePreview(reply?.preview === undefined ? opened.preview : reply.preview, schedule?.id ?? '', previewInput);
  useEarlyInput(() => {
    if (isChanged(form.ref.current)) preview.update(form.ref.current);
  });
  const isStaleReply = reply?.notice?.key === 'error_strings.stale';
  const base = findBaseSchedule(opened.schedule, schedule, isStaleReply, initial.updatedAt);
  const isNew = editor.ruleId === 'new';
  // After the stale message, the parent has seen the other choice of apps and overwrites it.
  const appsBefore = isStaleReply ? editor.draft.bundleIds : initial.appsBefore;
  const isDeleted = !isNew && schedule === null;
  const storedName = toScheduleName(t, opened.schedule?.kind ?? 'schedule', opened.draft.name);
  // If the schedule was deleted before the editor opened, only the typed name is known.
  const titleName = storedName === '' ? initial.name : storedName;
  const isUnnamed = isNew || titleName === '';
  const title = isUnnamed ? t('schedules.new_for', { name: childName }) : t('schedules.edit_named', { name: isolateName(titleName) });
  const nameOf = (bundleId: string) => apps?.find((app) => app.bundleId === bundleId)?.name ?? bundleId;
  const isBusy = state === 'submitting' && formData?.get('intent') === 'schedule-save';
  const errors = (name: string) => toErrorTexts(t, field(name).errors);
  return (
    <Form
      {...form}
      method="post"
      onInput={(event) => {
        form.onInput(event);
        preview.update(event.currentTarget);
      }}
      replace
    >
      <Dialog
        backLabel={t('actions.back')}
        foot={
          <>
            {isHydrated ? null : (
              <Button name="intent" value="schedule-preview">
                {t('schedules.look')}
              </Button>
            )}
            <Button isBusy={isBusy} kind="main" name="intent" value="schedule-save">
              {t('actions.save')}
            </Button>
          </>
        }
        kind="hybrid"
        title={title}
        wayOut={{ label: t('actions.cancel'), to: back }}
      >
        <FormMessageBox notice={reply?.notice}>
          {isStaleReply && schedule !== null ? (
            <>
              <p data-testid="saved-now">
                {t('schedules.saved_now', {
                  name: toScheduleName(t, schedule.kind, schedule.name),
                  sentence: toScheduleSentence(t, i18n.language, schedule, clock),
                })}
              </p>
              {schedule.scope === 'apps' ? <p>{toAppsSentence(t, i18n.language, editor.draft.bundleIds.map(nameOf))}</p> : null}
            </>
          ) : null}
        </FormMessageBox>
        {isDeleted && reply?.notice?.key !== 'schedules.gone_anew' ? (
          <Note icon={<Info aria-hidden className="icon" />}>{t('schedules.gone_anew')}</Note>
        ) : null}
        <FormToken token={token} />
        <input name="rule_id" type="hidden" value={base?.id ?? ''} />
        <input name="updated_at" type="hidden" value={base?.updatedAt ?? 0} />
        {appsBefore.map((bundleId) => (
          <input key={bundleId} name="apps_before" type="hidden" value={bundleId} />
        ))}
        <input name="kind" type="hidden" value={opened.schedule?.kind ?? 'schedule'} />
        <Field
          autoComplete="off"
          defaultValue={initial.isSubmitted ? initial.name : storedName}
          errors={errors('name')}
          id="schedule-name"
          label={t('schedules.name')}
          name="name"
          placeholder={isNew ? t('schedules.name_example') : undefined}
          required
        />
        <TimeWindow
          from={{ name: 'from', label: t('rules.from'), defaultValue: initial.from, errors: errors('from') }}
          id="schedule-times"
          nextDay={t('rules.next_day')}
          to={{ name: 'to', label: t('rules.to'), defaultValue: initial.to, errors: errors('to') }}
        />
        <p className="hint">{t('rules.whole_day')}</p>
        {isOtherZone ? (
          <p className="hint" suppressHydrationWarning>
            {t('manage.zone', { zone: clock.zoneName() })}
          </p>
        ) : null}
        <Weekdays
          defaultValue={initial.days}
          errors={errors('days')}
          id="schedule-days"
          label={t('rules.starts_on')}
          formats={clock.formats}
          name="days"
        />
        {/* An existing schedule cannot become one-time, because one older than a week would end immediately (A61). */}
        {isNew || opened.schedule?.recurring === false ? (
          <Checkbox
            defaultChecked={initial.isOneTime}
            hint={t('schedules.one_time_hint')}
            id="schedule-one-time"
            label={t('schedules.one_time', { until: clock.until(opened.ends) })}
            name="one_time"
            value="1"
          />
        ) : null}
        <ExceptionRows
          errorsOf={(name) => field(name).errors}
          first={initial.rows}
          isAdded={reply?.intent === 'schedule-row-add'}
          key={reply?.intent.startsWith('schedule-row') ? reply.intent : 'rows'}
          onChange={() => preview.update(form.ref.current)}
          today={opened.preview[0]?.date ?? ''}
        />
        <AppChoice apps={apps} chosen={initial.apps} errors={field('apps').errors} hasApps={hasApps} isNew={isNew} scope={initial.scope} />
        {/* Last, because the height of the preview changes while typing. */}
        {preview.week === null ? (
          <Note icon={<Info aria-hidden className="icon" />}>{t('schedules.no_preview')}</Note>
        ) : (
          <WeekPreview clock={clock} ruleId={schedule?.id ?? ''} week={preview.week} />
        )}
      </Dialog>
    </Form>
  );
}

/**
 * Returns the week of the last submit, or of the typed values once the browser has computed it. Computes after a pause in typing. Invalid
 * input keeps the last preview.
 */
function usePreview(submittedWeek: Array<WeekDay> | null, ruleId: string, previewInput: PreviewInput) {
  const [computedWeek, setComputedWeek] = useState<Array<WeekDay> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const update = (element: HTMLFormElement | null) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      if (element === null || !element.isConnected) return;
      // If the code fails to load, the last preview stays.
      const loaded = await import('./live-preview').catch(() => null);
      const week = loaded?.computePreview(new FormData(element), ruleId, previewInput) ?? null;
      if (week !== null) setComputedWeek(week);
    }, PREVIEW_MS);
  };
  return { week: computedWeek ?? submittedWeek, update };
}
