import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '~/components/ui/button';
import { BareFrame } from './bare-frame';
import { gapIn } from './wording';

/** Something broke: what is still true, and the way back (2.6.14). Works signed out and without data. */
export function ErrorPage({ reference }: { reference: string | null }) {
  const { t, i18n } = useTranslation();
  const gap = gapIn(i18n.language);
  return (
    <BareFrame>
      <section className="card error-card stack stack-wide">
        <div className="stack stack-tight">
          <h1 className="sentence">{t('error.title')}</h1>
          <p className="text-muted">{t('error.text')}</p>
        </div>
        <ul className="true-list">
          <li>
            <ShieldCheck aria-hidden className="icon" />
            <span>
              <strong>{t('error.rules_title')}</strong>
              {gap}
              {t('error.rules_text')}
            </span>
          </li>
          <li>
            <ShieldCheck aria-hidden className="icon" />
            <span>
              <strong>{t('error.nothing_lost_title')}</strong>
              {gap}
              {t('error.nothing_lost_text')}
            </span>
          </li>
        </ul>
        <div className="button-row">
          <ButtonLink kind="main" reloadDocument to="/manage">
            {t('error.try_again')}
          </ButtonLink>
        </div>
      </section>
      {reference === null ? null : <p className="small text-muted">{t('error.reference', { reference })}</p>}
    </BareFrame>
  );
}
