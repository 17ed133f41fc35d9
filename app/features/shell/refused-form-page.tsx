import { useTranslation } from 'react-i18next';
import { ButtonLink } from '~/components/ui/button';
import { Sheet } from '~/components/ui/sheet';
import { BareFrame } from './bare-frame';

/** A form that could not be read. `text`: why, in the reader's language. Works signed out and without data. */
export function RefusedFormPage({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <BareFrame>
      <Sheet
        foot={
          <ButtonLink kind="main" reloadDocument to="/">
            {t('not_found.home')}
          </ButtonLink>
        }
        text={text}
        title={t('error.form_title')}
      />
    </BareFrame>
  );
}
