import { useTranslation } from 'react-i18next';
import { LinkProblemPage } from './link-problem-page';

/** Page for an unknown URL. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return <LinkProblemPage text={t('not_found.text')} title={t('not_found.title')} />;
}
