import { Form } from '@remix-run/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { isChanged, useEarlyInput } from '#app/components/ui/early-input';
import { WeekdayMinutes } from '#app/components/ui/weekday-minutes';
import type { Child } from '#app/domain/child';
import { FormToken } from '#app/features/shell/forms/form-token';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import { fieldOf, parseWeek, shownWeek, typedWeek } from './allowance-form';

/** Unsaved input: the child as read when typing began, and the submitted seconds (null before a submit). */
type Draft = { read: Child; sent: string | null };

const INTENTS = ['allowance-save', 'allowance-same'];

/**
 * The seven daily limits. Once typing begins, the form keeps its input and the loaded version until it is saved. If another parent saved
 * other limits, a submit is answered as stale. Only a second submit overwrites them.
 */
export function WeekForm({
  child,
  today,
  clock,
  token,
  reply,
}: {
  child: Child;
  /** The child's weekday, 0 = Sunday. */
  today: number;
  clock: Clock;
  token: string;
  reply: FormReply | undefined;
}) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [handledReply, setSpent] = useState<FormReply | undefined>();
  const form = useRef<HTMLFormElement>(null);
  const onChange = () => setDraft(draft ?? { read: child, sent: null });
  useEarlyInput(() => {
    if (isChanged(form.current)) onChange();
  });
  if (draft !== null && draft.sent === weekOf(child)) {
    // The submitted limits are stored: reset the fields and discard an earlier error.
    setDraft(null);
    setSpent(reply);
  }
  const answer = reply !== undefined && reply !== handledReply && INTENTS.includes(reply.intent) ? reply : undefined;
  const shown = draft?.read ?? child;
  // Bonus time or a new name does not conflict with the limits. After the stale message, the parent knows the other limits and may
  // overwrite them.
  const wasToldStale = answer?.notice?.key === 'error_strings.stale_now';
  const known = wasToldStale || weekOf(shown) === weekOf(child) ? child : shown;
  const typed = answer?.lastResult?.initialValue?.week;
  const faults = answer?.lastResult?.error ?? {};
  const dayErrors = Object.fromEntries(
    [0, 1, 2, 3, 4, 5, 6].flatMap((day) => toErrorTexts(t, faults[fieldOf(day)] ?? undefined).map((text) => [day, text])),
  );
  useEffect(() => {
    if (answer !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [answer]);
  const onSubmit = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const week = parseWeek(typedWeek(new FormData(currentTarget)));
    setDraft({ read: shown, sent: 'faults' in week ? null : week.seconds.join() });
  };
  const span = (minutes: number) => (minutes === 0 ? t('time.minutes', { value: 0 }) : clock.span(minutes * 60_000));
  return (
    <Form className="stack" data-keeps-typed method="post" noValidate onChange={onChange} onSubmit={onSubmit} preventScrollReset ref={form}>
      <FormToken token={token} />
      <input name="updated_at" type="hidden" value={known.updatedAt} />
      <input name="opened" type="hidden" value={weekOf(known)} />
      {/* Enter submits this button, not «same every day». */}
      <button className="hidden" name="intent" tabIndex={-1} type="submit" value="allowance-save" />
      <WeekdayMinutes
        dayErrors={dayErrors}
        defaultValue={shownWeek(shown.allowance).map((value) => Math.floor(value / 60))}
        id="week"
        key={weekOf(shown)}
        label={t('allowance.per_day')}
        formats={clock.formats}
        name="allowance"
        onEdit={onChange}
        reading={span}
        sameEveryDay={t('allowance.same_every_day')}
        sameIntent="allowance-same"
        sum={(minutes) => t('allowance.week_sum', { span: span(minutes) })}
        today={today}
        typed={Array.isArray(typed) ? typed.map(String) : undefined}
        unit={t('actions.minutes_unit')}
      />
      <Button className="justify-self-start" kind="soft" name="intent" value="allowance-save">
        {t('actions.save')}
      </Button>
    </Form>
  );
}

function weekOf({ allowance }: Child): string {
  return shownWeek(allowance).join();
}
