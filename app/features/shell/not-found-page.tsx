import { useTranslation } from 'react-i18next';
import { DeadEnd } from './dead-end';

/** An address under which there is nothing. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return <DeadEnd text={t('not_found.text')} title={t('not_found.title')} />;
}
