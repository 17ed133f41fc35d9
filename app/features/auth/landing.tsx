import { Check, Lock, Moon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSpan } from '~/features/shell/times';

/** A likely answer of a device that is awake. */
const ANSWER_MS = 800;

/** What the product promises, and three of its screens drawn small. They are pictures: nothing in them can be used. */
export function Headline() {
  const { t } = useTranslation();
  return (
    <div>
      <h1 className="promise">{t('landing.promise')}</h1>
      <p className="lead">{t('landing.lead')}</p>
    </div>
  );
}

export function Peeks() {
  const { t, i18n } = useTranslation();
  return (
    <section aria-label={t('landing.peeks')} className="screens">
      <Peek text={t('landing.proof_text')} title={t('landing.proof_title')}>
        <div className="pair">
          <span className="face face-14" data-state="blocked">
            M
            <span className="mark">
              <Lock aria-hidden />
            </span>
          </span>
          <p className="peek-title">{t('landing.proof_state')}</p>
        </div>
        <ul className="peek-lines">
          <li data-state="allowed">
            <Check aria-hidden className="icon-small" />
            {t('landing.phone')}
            <span>{formatSpan(t, i18n.language, ANSWER_MS)}</span>
          </li>
          <li data-state="pending">
            <span className="ring ring-still" />
            {t('landing.tablet')}
            <span>{t('landing.when_it_wakes')}</span>
          </li>
        </ul>
        <p className="peek-button">{t('actions.allow_30m')}</p>
      </Peek>
      <Peek text={t('landing.bedtime_text')} title={t('landing.bedtime_title')}>
        <p className="peek-title">{t('landing.bedtime_state')}</p>
        <div className="night">
          <i />
          <i />
        </div>
        <p className="pair text-muted">
          <Moon aria-hidden className="icon-small" />
          21:00–05:00
        </p>
        <p className="text-muted">{t('landing.bedtime_next')}</p>
      </Peek>
      <Peek text={t('landing.why_text')} title={t('landing.why_title')}>
        <p className="peek-title">{t('manage.why')}</p>
        <ol className="rules">
          <li>{t('landing.why_first')}</li>
          <li>{t('landing.why_second')}</li>
        </ol>
        <p className="text-muted">{t('landing.why_next')}</p>
      </Peek>
    </section>
  );
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
