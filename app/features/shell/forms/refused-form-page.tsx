import { useTranslation } from 'react-i18next';
import { LinkProblemPage } from '../frame/link-problem-page';

/** Page for a form that the server could not read. `text` is the translated reason. */
export function RefusedFormPage({ text }: { text: string }) {
  const { t } = useTranslation();
  return <LinkProblemPage text={text} title={t('error.form_title')} />;
}
