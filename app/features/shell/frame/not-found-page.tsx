import { useTranslation } from 'react-i18next';
import { LinkProblemPage } from './link-problem-page';

/** An address under which there is nothing. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return <LinkProblemPage text={t('not_found.text')} title={t('not_found.title')} />;
}
