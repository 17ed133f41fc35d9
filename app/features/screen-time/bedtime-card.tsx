import { Form } from '@remix-run/react';
import { ChevronDown, Moon } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/components/ui/button';
import { TimeWindow } from '~/components/ui/time-window';
import { Weekdays } from '~/components/ui/weekdays';
import { endsNextDay, toClockTime } from '~/domain/clock-window';
import type { Schedule } from '~/domain/rule';
import { toErrorTexts } from '~/features/shell/error-texts';
import { FormToken } from '~/features/shell/form-token';
import type { FormReply } from '~/server/form.server';
import { parseBedtimeTimes } from './bedtime';
import { toScheduleName } from './reason-text';
import { listWeekdays } from './weekday-names';

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
    <section aria-labelledby="windows" className="card bedtime" data-on={isOn ? 'true' : 'false'} data-testid="bedtime">
      <h2 id="windows">{t('rules.windows')}</h2>
      <span className="device-pic">
        <Moon aria-hidden className="icon" />
      </span>
      <div>
        <h3>{name}</h3>
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
  return (
    <>
      <TimeWindow
        from={{ name: 'from', label: t('rules.from'), defaultValue: from, errors: toErrorTexts(t, faults?.from ?? undefined) }}
        id="bedtime"
        nextDay={t('rules.next_day')}
        to={{ name: 'to', label: t('rules.to'), defaultValue: to, errors: toErrorTexts(t, faults?.to ?? undefined) }}
      />
      <p className="hint">{t('rules.whole_day')}</p>
      <Weekdays
        defaultValue={Array.isArray(ticked) ? ticked.map(Number) : []}
        errors={toErrorTexts(t, faults?.days ?? undefined)}
        id="bedtime-days"
        label={t('rules.starts_on')}
        language={i18n.language}
        name="days"
      />
    </>
  );
}
