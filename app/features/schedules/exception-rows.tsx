import { Plus, X } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '~/components/ui/button';
import { Field, SelectField } from '~/components/ui/field';
import { Group } from '~/components/ui/group';
import { toErrorTexts } from '~/features/shell/error-texts';
import { type ExceptionRow, exceptionField } from './schedule-form';

/**
 * Holidays and sick days: dates on which the window is off or another one (A122). Without script the buttons bring the page back with a row
 * more or less and all that is typed; with it the rows change at once. A row without a date counts as not there.
 */
export function ExceptionRows({
  first,
  today,
  errorsOf,
  onChange,
}: {
  first: Array<ExceptionRow>;
  /** Dates before it change nothing any more. */
  today: string;
  errorsOf: (field: string) => Array<string> | undefined;
  onChange: () => void;
}) {
  const { t } = useTranslation();
  const [rows, setRows] = useState(first);
  const change = (event: MouseEvent, next: Array<ExceptionRow>) => {
    event.preventDefault();
    setRows(next);
    // The fields of the form are others only after this has been drawn.
    setTimeout(onChange);
  };
  const nextKey = String(Math.max(0, ...rows.map(({ key }) => Number(key) || 0)) + 1);
  return (
    <Group
      errors={toErrorTexts(t, errorsOf('exceptions'))}
      hint={t('schedules.dates_hint')}
      id="schedule-exceptions"
      label={t('schedules.dates')}
    >
      {rows.map((row) => {
        const name = (part: 'date' | 'change' | 'from' | 'to') => exceptionField(row.key, part);
        const common = (part: 'date' | 'change' | 'from' | 'to') => ({
          id: `schedule-${name(part)}`,
          name: name(part),
          errors: toErrorTexts(t, errorsOf(name(part))),
        });
        return (
          <div className="exception" key={row.key}>
            <Field {...common('date')} defaultValue={row.date} label={t('schedules.date')} min={today} type="date" />
            <SelectField {...common('change')} defaultValue={row.change} label={t('schedules.change')}>
              <option value="off">{t('schedules.change_off')}</option>
              <option value="window">{t('schedules.change_window')}</option>
            </SelectField>
            <IconButton
              label={t('schedules.drop_date')}
              name="intent"
              onClick={(event) =>
                change(
                  event,
                  rows.filter(({ key }) => key !== row.key),
                )
              }
              type="submit"
              value={`schedule-row-drop-${row.key}`}
            >
              <X aria-hidden className="icon" />
            </IconButton>
            <div className="field-row exception-times">
              <Field {...common('from')} defaultValue={row.from} label={t('rules.from')} type="time" />
              <Field {...common('to')} defaultValue={row.to} label={t('rules.to')} type="time" />
            </div>
          </div>
        );
      })}
      <Button
        className="justify-self-start"
        kind="quiet"
        name="intent"
        onClick={(event) => change(event, [...rows, { key: nextKey, date: '', change: 'off', from: '', to: '' }])}
        value="schedule-row-add"
      >
        <Plus aria-hidden className="icon-small" />
        {t('schedules.add_date')}
      </Button>
    </Group>
  );
}
