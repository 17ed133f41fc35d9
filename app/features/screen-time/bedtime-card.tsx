import { Form } from '@remix-run/react';
import { Moon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Schedule } from '~/domain/rule';
import { FormToken } from '~/features/shell/form-token';
import { toScheduleName } from './reason-text';

const DAY_MINUTES = 24 * 60;

function toClockTime(minute: number): string {
  const inDay = minute % DAY_MINUTES;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
}

/** The ready-made Bedtime with its switch (A61). The switch is a button, so it works without script. */
export function BedtimeCard({ rule, token }: { rule: Schedule; token: string }) {
  const { t } = useTranslation();
  const isOn = !rule.suspended;
  const name = toScheduleName(t, rule.kind, rule.name);
  const end = rule.window.start + rule.window.minutes;
  const times = { from: toClockTime(rule.window.start), to: toClockTime(end) };
  return (
    <section aria-labelledby="bedtime" className="card bedtime" data-on={isOn ? 'true' : 'false'} data-testid="bedtime">
      <span className="device-pic">
        <Moon aria-hidden className="icon" />
      </span>
      <div>
        <h2 id="bedtime">{name}</h2>
        <p className="text-muted">{t(end > DAY_MINUTES ? 'rules.every_day_next_day' : 'rules.every_day', times)}</p>
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
    </section>
  );
}
