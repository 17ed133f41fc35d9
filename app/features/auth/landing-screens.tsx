import { Check, Moon } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#app/components/ui/avatar';
import { hasHalves, writeHour } from '#app/domain/formats';
import { splitAtTag } from '#app/features/shell/messages/wording';
import { formatSpan, writeTime } from '#app/features/shell/time/times';
import { useFormats } from '#app/features/shell/time/use-formats';

/** Typical response time of an online device, in ms. */
const ANSWER_MS = 800;

const MINUTE_MS = 60_000;
const USED_MINUTES = 70;
const LIMIT_MINUTES = 120;

/** Times on the drawn screens, in minutes since midnight: end of the block, end of the permission, start of Bedtime. */
const MORNING = 7 * 60;
const ALLOWED_UNTIL = 20 * 60 + 30;
const BEDTIME = 21 * 60;

/** Three small drawings of the product, without any control. */
export function LandingScreens() {
  const { t } = useTranslation();
  const formats = useFormats();
  const [until, bedtime] = [writeTime(ALLOWED_UNTIL, formats), writeTime(BEDTIME, formats)];
  return (
    <section aria-label={t('landing.peeks')} className="screens">
      <Proof />
      <Day />
      <Peek text={t('landing.why_text')} title={t('landing.why_title')}>
        <p className="peek-title">{t('manage.why')}</p>
        <ol className="rules">
          <li>{t('landing.why_first', { time: until })}</li>
          <li>{t('landing.why_second', { time: bedtime })}</li>
        </ol>
        <p className="text-muted">{t('landing.why_next', { time: until })}</p>
      </Peek>
    </section>
  );
}

function Proof() {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <Peek text={t('landing.proof_text')} title={t('landing.proof_title')}>
      <div className="pair">
        <Avatar colorSlot={17} name="Mia" view="blocked" />
        <p className="peek-title">{t('landing.proof_state', { time: writeTime(MORNING, formats) })}</p>
      </div>
      <ul className="peek-lines">
        <li data-state="allowed">
          <Check aria-hidden className="icon-small" />
          {t('landing.phone')}
          <span>{formatSpan(t, ANSWER_MS, formats)}</span>
        </li>
        <li data-state="pending">
          <span className="ring ring-still" />
          {t('landing.tablet')}
          <span>{t('landing.when_it_wakes')}</span>
        </li>
      </ul>
      <p className="peek-button">{t('actions.allow_20m')}</p>
    </Peek>
  );
}

function Day() {
  const { t } = useTranslation();
  const formats = useFormats();
  const span = (minutes: number) => formatSpan(t, minutes * MINUTE_MS, formats);
  const { before, marked, after } = splitAtTag(t('usage.used', { used: span(USED_MINUTES), limit: span(LIMIT_MINUTES) }));
  return (
    <Peek text={t('landing.day_text')} title={t('landing.day_title')}>
      <p className="peek-title">{t('landing.day_state')}</p>
      <div aria-hidden>
        <ol className="strip">
          <li style={hours(0, 6)}>
            <Moon className="icon-small" />
          </li>
          <li style={hours(21, 24)} />
          <li className="strip-now" style={hours(16.3, 16.3)} />
        </ol>
        <p className={hasHalves(formats) ? 'strip-hours strip-halves' : 'strip-hours'}>
          {[0, 6, 12, 18, 24].map((hour) => (
            <span key={hour} style={hours(hour, hour)}>
              {writeHour(formats, hour)}
            </span>
          ))}
        </p>
      </div>
      <p>
        {before}
        <strong>{marked}</strong>
        {after}
      </p>
      <progress aria-hidden className="bar" max={LIMIT_MINUTES} value={USED_MINUTES} />
      <p className="text-muted">{t('landing.day_next', { time: writeTime(BEDTIME, formats) })}</p>
    </Peek>
  );
}

function hours(from: number, to: number): CSSProperties & Record<'--from' | '--to', number> {
  return { '--from': from, '--to': to };
}

function Peek({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <figure>
      <div className="card peek">{children}</div>
      <figcaption>
        <strong>{title}</strong> <span className="text-muted">{text}</span>
      </figcaption>
    </figure>
  );
}
