import { useTranslation } from 'react-i18next';
import { DeadEnd } from './dead-end';

/** A form that could not be read. `text`: why, in the reader's language. */
export function RefusedFormPage({ text }: { text: string }) {
  const { t } = useTranslation();
  return <DeadEnd text={text} title={t('error.form_title')} />;
}
