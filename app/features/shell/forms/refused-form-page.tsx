import { useTranslation } from 'react-i18next';
import { LinkProblemPage } from '../frame/link-problem-page';

/** A form that could not be read. `text`: why, in the reader's language. */
export function RefusedFormPage({ text }: { text: string }) {
  const { t } = useTranslation();
  return <LinkProblemPage text={text} title={t('error.form_title')} />;
}
