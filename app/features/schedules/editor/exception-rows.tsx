import { Plus, X } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#app/components/ui/button';
import { Field, SelectField } from '#app/components/ui/field';
import { Group } from '#app/components/ui/group';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';
import { addExceptionRow, type ExceptionPart, type ExceptionRow, exceptionField, readExceptionRows } from './schedule-form';

/**
 * Fields for dates or date ranges on which the schedule is off or has other times, such as holidays (A122). Rows without a date are
 * ignored. Without script, the buttons reload the page with a row added or removed and keep the input.
 */
export function ExceptionRows({
  first,
  isAdded,
  today,
  errorsOf,
  onChange,
}: {
  first: Array<ExceptionRow>;
  /** True if the last row was just added. */
  isAdded: boolean;
  /** The child's current date. Earlier dates have no effect and cannot be chosen. */
  today: string;
  errorsOf: (field: string) => Array<string> | undefined;
  onChange: () => void;
}) {
  const { t } = useTranslation();
  const [rows, setRows] = useState(first);
  const [added, setAdded] = useState(isAdded ? first.at(-1)?.key : undefined);
  const drop = (event: MouseEvent, dropped: string) => {
    event.preventDefault();
    setRows(rows.filter(({ key }) => key !== dropped));
    // The form contains its new fields only after the next render.
    setTimeout(onChange);
  };
  const add = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    const { form } = event.currentTarget;
    const next = addExceptionRow(form === null ? rows : readExceptionRows(new FormData(form)));
    setRows(next);
    setAdded(next.at(-1)?.key);
    setTimeout(onChange);
  };
  return (
    <Group
      errors={toErrorTexts(t, errorsOf('exceptions'))}
      hint={t('schedules.dates_hint')}
      id="schedule-exceptions"
      label={t('schedules.dates')}
    >
      {rows.map((row) => {
        const name = (part: ExceptionPart) => exceptionField(row.key, part);
        const common = (part: ExceptionPart) => ({
          id: `schedule-${name(part)}`,
          name: name(part),
          errors: toErrorTexts(t, errorsOf(name(part))),
        });
        return (
          <div className="exception" key={row.key}>
            <div className="field-row">
              <Field
                {...common('date')}
                autoFocus={row.key === added}
                defaultValue={row.date}
                label={t('schedules.date')}
                min={today}
                type="date"
              />
              <Field {...common('last')} defaultValue={row.last} label={t('schedules.last_date')} min={today} type="date" />
            </div>
            <SelectField {...common('change')} defaultValue={row.change} label={t('schedules.change')}>
              <option value="off">{t('schedules.change_off')}</option>
              <option value="window">{t('schedules.change_window')}</option>
            </SelectField>
            <IconButton
              label={t('schedules.drop_date')}
              name="intent"
              onClick={(event) => drop(event, row.key)}
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
      <Button className="justify-self-start" kind="quiet" name="intent" onClick={add} value="schedule-row-add">
        <Plus aria-hidden className="icon-small" />
        {t('schedules.add_date')}
      </Button>
    </Group>
  );
}
