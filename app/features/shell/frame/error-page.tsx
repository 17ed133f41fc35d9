import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#app/components/ui/button';
import { ReassuranceList } from '../messages/reassurance-list';
import { LinkProblemPage } from './link-problem-page';

/** The result of the server check; null if the user did not request one. */
export type ServerCheck = 'good' | 'bad' | null;

/** Page for an unexpected error, with reassurance, a server check and a link back (2.6.14). Works logged out and without data. */
export function ErrorPage({ reference, checked = null }: { reference: string | null; checked?: ServerCheck }) {
  const { t } = useTranslation();
  const waysOn = (
    <>
      <ButtonLink kind="main" reloadDocument to="/manage">
        {t('error.try_again')}
      </ButtonLink>
      {checked === null ? (
        <ButtonLink reloadDocument to={reference === null ? '/error?check' : `/error?check&ref=${reference}`}>
          {t('error.check')}
        </ButtonLink>
      ) : null}
    </>
  );
  const number = reference === null ? null : <p className="small text-muted">{t('error.reference', { reference })}</p>;
  return (
    <LinkProblemPage below={number} foot={waysOn} text={t('error.text')} title={t('error.title')}>
      <ReassuranceList />
      {checked === null ? null : (
        <p data-checked={checked} role="status">
          <strong>{t(`error.check_${checked}`)}</strong>
        </p>
      )}
    </LinkProblemPage>
  );
}
