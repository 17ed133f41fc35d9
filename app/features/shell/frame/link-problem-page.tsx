import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#app/components/ui/button';
import { MessagePage } from '#app/components/ui/message-page';
import { BareFrame } from './bare-frame';

type End = { title: string; text: string; children?: ReactNode; foot?: ReactNode; below?: ReactNode };

/**
 * Page for an unknown URL, an error or a refused form. `foot` replaces the link to the start page; `below` appears under the card. Works
 * logged out and without data.
 */
export function LinkProblemPage({ title, text, children, foot = <WayHome />, below }: End) {
  return (
    <BareFrame>
      <MessagePage foot={foot} text={text} title={title}>
        {children}
      </MessagePage>
      {below}
    </BareFrame>
  );
}

function WayHome() {
  const { t } = useTranslation();
  return (
    <ButtonLink kind="main" reloadDocument to="/">
      {t('not_found.home')}
    </ButtonLink>
  );
}
