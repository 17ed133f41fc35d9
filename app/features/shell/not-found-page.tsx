import { useTranslation } from 'react-i18next';
import { ButtonLink } from '~/components/ui/button';
import { Sheet } from '~/components/ui/sheet';
import { BareFrame } from './bare-frame';

/** An address under which there is nothing, and the way on. Works signed out and without data. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <BareFrame>
      <Sheet
        foot={
          <ButtonLink kind="main" reloadDocument to="/">
            {t('not_found.home')}
          </ButtonLink>
        }
        text={t('not_found.text')}
        title={t('not_found.title')}
      />
    </BareFrame>
  );
}
