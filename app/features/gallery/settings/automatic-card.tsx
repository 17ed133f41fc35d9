import { Form } from '@remix-run/react';
import { Moon } from 'lucide-react';
import { type CSSProperties, type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Toggle } from '#app/components/ui/checkbox';
import { Segmented } from '#app/components/ui/choice';
import { Field } from '#app/components/ui/field';
import { useHydrated } from '#app/components/ui/use-hydrated';
import { endsNextDay, windowBetween } from '#app/domain/clock-window';
import { isolateName } from '#app/domain/isolate-name';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { Clock } from '#app/features/shell/time/use-clock';
import { FIRST_QUIET, HOURS, INTERVALS, parseChange, toHoursText } from './sample-settings';
import { SettingSwitch } from './setting-switch';
import type { CardParts } from './settings-page';

/** Automatic screenshots: on or off, how often, and the hours without any (GAL-028, GAL-046). */
export function AutomaticCard({ page, settings, save, token, reply, clock }: CardParts & { clock: Clock }) {
  const { t } = useTranslation();
  const isLocked = page.plan !== 'monitoring';
  const name = isolateName(page.child.name);
  return (
    <section aria-labelledby="mon-auto" className="card stack" data-testid="automatic">
      <div className="mon-row">
        <div>
          <h2 id="mon-auto">{t('gallery_settings.automatic')}</h2>
          <p className="text-muted">{t('gallery_settings.automatic_text', { name })}</p>
        </div>
        <SettingSwitch disabled={isLocked} isOn={settings.isAutomatic} labelId="mon-auto" name="automatic" save={save} token={token} />
      </div>
      <HoursForm clock={clock} isLocked={isLocked} page={page} reply={reply} save={save} settings={settings} token={token} />
    </section>
  );
}

function HoursForm({ page, settings, save, token, reply, clock, isLocked }: CardParts & { clock: Clock; isLocked: boolean }) {
  const { t } = useTranslation();
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const typed = reply?.lastResult?.initialValue?.from === undefined ? null : (reply.lastResult.initialValue as Record<string, string>);
  const [faults, setFaults] = useState<Record<string, Array<string>>>({});
  const errorsOf = (field: string) => faults[field] ?? reply?.lastResult?.error?.[field] ?? [];
  const { hours } = settings;
  // What the fields say now, also while it is not valid.
  const [shown, setShown] = useState(() => ({
    isQuiet: typed === null ? hours.quiet !== null : typed.quiet === 'on',
    from: typed?.from ?? hours.quiet?.from ?? FIRST_QUIET.from,
    to: typed?.to ?? hours.quiet?.to ?? FIRST_QUIET.to,
  }));
  const stored = toHoursText(page.settings.hours);
  const every = typed?.every ?? String(hours.everyMinutes);
  const onChange = (event: FormEvent<HTMLFormElement>) => {
    const fields = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    );
    const text = (name: string) => fields.find(([key]) => key === name)?.[1] ?? '';
    setShown({ isQuiet: text('quiet') === 'on', from: text('from'), to: text('to') });
    const own = fields.filter(([name]) => [HOURS, 'every', 'quiet', 'from', 'to'].includes(name));
    const parsed = parseChange(own);
    setFaults('fault' in parsed ? { [parsed.fault.field]: [t(parsed.fault.key, parsed.fault.params)] } : { from: [], to: [] });
    if (!('fault' in parsed)) save.change(own);
  };
  const minutes = INTERVALS.includes(hours.everyMinutes) ? INTERVALS : [...INTERVALS, hours.everyMinutes].toSorted((a, b) => a - b);
  const window = shown.isQuiet && shown.from.slice(0, 5) !== shown.to.slice(0, 5) ? windowBetween(shown.from, shown.to) : null;
  return (
    <Form
      className="stack"
      data-keeps-typed={isHydrated ? undefined : true}
      // Times that another parent saved appear, unless this one is changing them.
      key={save.pending.some(([name]) => name === HOURS) || Object.values(faults).flat().length > 0 ? 'own' : stored}
      method="post"
      onChange={onChange}
      preventScrollReset
      ref={form}
    >
      <FormToken token={token} />
      <input name="intent" type="hidden" value="settings" />
      <input name={HOURS} type="hidden" value={stored} />
      <fieldset className="stack" disabled={isLocked}>
        <Segmented
          defaultValue={every}
          id="mon-every"
          label={t('gallery_settings.every')}
          name="every"
          options={minutes.map((value) => ({ value: String(value), label: clock.span(value * 60_000) }))}
        />
        <Toggle defaultChecked={shown.isQuiet} id="mon-quiet" label={t('gallery_settings.quiet')} name="quiet" value="on" />
        <div className="mon-quiet stack stack-tight">
          <div className="field-row">
            <Field
              defaultValue={shown.from}
              errors={errorsOf('from')}
              id="mon-from"
              label={t('gallery_settings.from')}
              name="from"
              type="time"
            />
            <Field
              defaultValue={shown.to}
              errors={errorsOf('to')}
              id="mon-to"
              label={
                <>
                  {t('gallery_settings.until')}{' '}
                  {window !== null && endsNextDay(window) ? <span className="next-day">{t('gallery_settings.next_day')}</span> : null}
                </>
              }
              name="to"
              type="time"
            />
          </div>
          <QuietStrip clock={clock} from={window?.start ?? null} minutes={window?.minutes ?? 0} />
          <p className="hint">
            {window === null
              ? t('gallery_settings.quiet_none')
              : t('gallery_settings.quiet_text', { from: clock.minute(window.start), to: clock.minute(window.start + window.minutes) })}
          </p>
        </div>
        <div className="mon-saveline">
          {isHydrated ? (
            <p className="hint">{t('gallery_settings.at_once')}</p>
          ) : (
            <Button className="mon-save" kind="soft">
              {t('actions.save')}
            </Button>
          )}
        </div>
      </fieldset>
    </Form>
  );
}

const HOURS_SHOWN = [0, 6, 12, 18, 24];

/** The day as a line, with the quiet hours on it. */
function QuietStrip({ from, minutes, clock }: { from: number | null; minutes: number; clock: Clock }) {
  const end = from === null ? 0 : from + minutes;
  const parts =
    from === null
      ? []
      : end > 1440
        ? [
            [0, end - 1440],
            [from, 1440],
          ]
        : [[from, end]];
  return (
    <div aria-hidden>
      <ol className="mon-strip">
        {parts.map(([start = 0, stop = 0]) => (
          <li key={start} style={{ '--from': start / 60, '--to': stop / 60 } as CSSProperties}>
            <Moon className="icon-small" />
          </li>
        ))}
      </ol>
      <p className="mon-hours">
        {HOURS_SHOWN.map((hour) => (
          <span key={hour}>{clock.minute(hour * 60)}</span>
        ))}
      </p>
    </div>
  );
}
