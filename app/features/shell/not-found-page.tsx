import { useTranslation } from 'react-i18next';
import { ButtonLink } from '~/components/ui/button';
import { BareFrame } from './bare-frame';

/** An address under which there is nothing, and the way on. Works signed out and without data. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <BareFrame>
      <section className="card error-card stack stack-wide">
        <div className="stack stack-tight">
          <h1 className="sentence">{t('not_found.title')}</h1>
          <p className="text-muted">{t('not_found.text')}</p>
        </div>
        <div className="button-row">
          <ButtonLink kind="main" reloadDocument to="/">
            {t('not_found.home')}
          </ButtonLink>
        </div>
      </section>
    </BareFrame>
  );
}
