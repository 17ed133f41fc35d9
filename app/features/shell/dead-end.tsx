import { useTranslation } from 'react-i18next';
import { ButtonLink } from '~/components/ui/button';
import { Sheet } from '~/components/ui/sheet';
import { BareFrame } from './bare-frame';

/** A page that says why it cannot go on, with the way home. Works signed out and without data. */
export function DeadEnd({ title, text }: { title: string; text: string }) {
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
        title={title}
      />
    </BareFrame>
  );
}
