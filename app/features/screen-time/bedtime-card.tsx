import { Form } from '@remix-run/react';
import { ChevronDown, CircleAlert, Moon } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import type { Schedule } from '~/domain/rule';
import { toErrorTexts } from '~/features/shell/error-texts';
import { FormToken } from '~/features/shell/form-token';
import type { FormReply } from '~/server/form.server';
import { endsNextDay, parseBedtimeTimes, toClockTime, windowBetween } from './bedtime';
import { toScheduleName } from './reason-text';
import { listWeekdays, SHOWN_WEEKDAYS, weekdayName } from './weekday-names';

/**
 * The ready-made Bedtime with its switch and its times (A61). The switch is a button and the times unfold, so all works without script.
 * `shown` is the rule as it is asked for while a tap is on its way, else the same.
 */
export function BedtimeCard({
  rule,
  shown,
  token,
  reply,
}: {
  rule: Schedule;
  shown: Schedule;
  token: string;
  reply: FormReply | undefined;
}) {
  const { t, i18n } = useTranslation();
  const isOn = !shown.suspended;
  const name = toScheduleName(t, rule.kind, rule.name);
  const { window, weekdays } = shown;
  const days = listWeekdays(t, i18n.language, weekdays);
  const times = { from: toClockTime(window.start), to: toClockTime(window.start + window.minutes), days };
  const key = `${days === null ? 'every_day' : 'days'}${endsNextDay(window) ? '_next_day' : ''}`;
  return (
    <section aria-labelledby="bedtime" className="card bedtime" data-on={isOn ? 'true' : 'false'} data-testid="bedtime">
      <span className="device-pic">
        <Moon aria-hidden className="icon" />
      </span>
      <div>
        <h2 id="bedtime">{name}</h2>
        <p className="text-muted" data-testid="bedtime-times">
          {t(`rules.${key}`, times)}
        </p>
        <p className="text-muted">{t(isOn ? 'rules.switched_on' : 'rules.switched_off')}</p>
      </div>
      <Form method="post" preventScrollReset>
        <FormToken token={token} />
        <input name="rule_id" type="hidden" value={rule.id} />
        <input name="updated_at" type="hidden" value={rule.updatedAt} />
        <button
          aria-checked={isOn}
          aria-label={name}
          className="switch"
          name="intent"
          role="switch"
          type="submit"
          value={isOn ? 'bedtime-off' : 'bedtime-on'}
        />
      </Form>
      <ChangeTimes reply={reply?.intent === 'bedtime-times' ? reply : undefined} rule={rule} token={token} />
    </section>
  );
}

/** What is being typed: the rule as it was read when that began, and the times that were sent, null before. */
type Draft = { read: Schedule; sent: string | null };

/**
 * From, to and the days on which it starts. Whoever has begun to type keeps the fields and what was read then, whatever a poll brings and
 * until it is saved: what somebody else saved meanwhile is answered as stale and not overwritten unless it is sent once more.
 */
function ChangeTimes({ rule, token, reply }: { rule: Schedule; token: string; reply: FormReply | undefined }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [spent, setSpent] = useState<FormReply | undefined>();
  if (draft !== null && draft.sent === timesOf(rule)) {
    // What was sent is stored: the fields start anew, without the no that an earlier try had got.
    setDraft(null);
    setSpent(reply);
  }
  const answer = reply === spent ? undefined : reply;
  const shown = draft?.read ?? rule;
  // Switched on or off meanwhile is no other time, and who has been told of another one decides knowingly.
  const isKnown = timesOf(shown) === timesOf(rule) || answer?.notice?.key === 'error_strings.stale';
  const base = isKnown ? rule : shown;
  const onSubmit = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const times = parseBedtimeTimes(new FormData(currentTarget));
    setDraft({ read: shown, sent: 'faults' in times ? null : timesOf(times) });
  };
  return (
    <details className="unfold" key={timesOf(shown)} open={answer !== undefined}>
      <summary>
        {t('actions.change_times')}
        <ChevronDown aria-hidden className="icon-small" />
      </summary>
      <Form
        className="stack"
        method="post"
        onChange={() => setDraft(draft ?? { read: rule, sent: null })}
        onSubmit={onSubmit}
        preventScrollReset
      >
        <FormToken token={token} />
        <input name="rule_id" type="hidden" value={base.id} />
        <input name="updated_at" type="hidden" value={base.updatedAt} />
        <TimeFields reply={answer} rule={shown} />
        <Button className="justify-self-start" kind="soft" name="intent" value="bedtime-times">
          {t('actions.save')}
        </Button>
      </Form>
    </details>
  );
}

function timesOf({ window, weekdays }: Pick<Schedule, 'window' | 'weekdays'>): string {
  return `${window.start} ${window.minutes} ${weekdays.join()}`;
}

function TimeFields({ rule, reply }: { rule: Schedule; reply: FormReply | undefined }) {
  const { t, i18n } = useTranslation();
  const { window, weekdays } = rule;
  const { initialValue: typed, error: faults } = reply?.lastResult ?? {};
  const from = String(typed?.from ?? toClockTime(window.start));
  const to = String(typed?.to ?? toClockTime(window.start + window.minutes));
  const ticked = typed?.days ?? weekdays.flatMap((on, weekday) => (on ? [String(weekday)] : []));
  const [chosen, setChosen] = useState(windowBetween(from, to));
  const onTime = ({ currentTarget: { form } }: FormEvent<HTMLInputElement>) => {
    if (form === null) return;
    const fields = new FormData(form);
    setChosen(windowBetween(String(fields.get('from')), String(fields.get('to'))));
  };
  const nextDay = chosen !== null && endsNextDay(chosen) ? <span className="next-day">{t('rules.next_day')}</span> : null;
  const dayFaults = toErrorTexts(t, faults?.days ?? undefined);
  return (
    <>
      <div className="field-row">
        <Field
          defaultValue={from}
          errors={toErrorTexts(t, faults?.from ?? undefined)}
          id="bedtime-from"
          label={t('rules.from')}
          name="from"
          onChange={onTime}
          required
          type="time"
        />
        <Field
          defaultValue={to}
          errors={toErrorTexts(t, faults?.to ?? undefined)}
          id="bedtime-to"
          label={
            <>
              {t('rules.to')} {nextDay}
            </>
          }
          name="to"
          onChange={onTime}
          required
          type="time"
        />
      </div>
      <p className="hint">{t('rules.whole_day')}</p>
      <fieldset aria-describedby={dayFaults.length > 0 ? 'bedtime-days-error' : undefined} className="choices">
        <legend>{t('rules.starts_on')}</legend>
        <div className="days">
          {SHOWN_WEEKDAYS.map((weekday) => (
            <label key={weekday}>
              <input
                aria-label={weekdayName(i18n.language, weekday, 'long')}
                defaultChecked={Array.isArray(ticked) && ticked.includes(String(weekday))}
                name="days"
                type="checkbox"
                value={weekday}
              />
              {weekdayName(i18n.language, weekday, 'short')}
            </label>
          ))}
        </div>
        {dayFaults.map((fault) => (
          <p className="wrong" id="bedtime-days-error" key={fault}>
            <CircleAlert aria-hidden className="icon-small" />
            {fault}
          </p>
        ))}
      </fieldset>
    </>
  );
}
