import { Form } from '@remix-run/react';
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import { Card } from '#app/components/ui/card';
import { Note } from '#app/components/ui/note';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import { useClock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import type { AccountFacts } from './account-page.server';
import { toCorrectLabel } from './account-views';
import { NewsCard } from './news-card';
import { SessionsCard } from './sessions-card';
import { TimeZoneCard } from './time-zone-form';

/** The account page. Its change views open as dialogs over it (A35). */
export function AccountPage({ account, token, reply }: { account: AccountFacts; token: string; reply: FormReply | undefined }) {
  const { t } = useTranslation();
  const clock = useClock(account.zone, account.now);
  return (
    <div className="narrow stack">
      <FormMessageBox notice={reply?.notice} />
      {account.purgeAt === null ? null : <DeletionPending date={clock.date(account.purgeAt)} token={token} />}
      <section className="card stack">
        <div>
          <p className="text-muted">{t('account.email')}</p>
          <h1 className="account-address">{account.email === '' ? t('account_page.no_email') : <Address email={account.email} />}</h1>
          <p className="text-muted" data-testid="email-state">
            {t(toEmailState(account))}
          </p>
        </div>
        {account.provider === null ? (
          <div className="button-row">
            <ButtonLink preventScrollReset to="/account/email">
              {t('account.change_email')}
            </ButtonLink>
          </div>
        ) : (
          <OtherAddress account={account} provider={account.provider} />
        )}
      </section>
      <LogInCard provider={account.provider} />
      <Card title={t('plan.yours')}>
        <p>{t(`plan.tier_${account.tier}`)}</p>
        <div className="button-row">
          <ButtonLink to="/subscription">{t('account_page.see_plan')}</ButtonLink>
        </div>
      </Card>
      <TimeZoneCard account={account} />
      <SessionsCard clock={clock} sessions={account.sessions} token={token} />
      <Card title={t('key.title')}>
        <p className="text-muted">{t('account_page.key_text')}</p>
        <div className="button-row">
          <ButtonLink to="/account/key">{t('account_page.key_link')}</ButtonLink>
          <ButtonLink to="/account/key/server">{t('key_server.title')}</ButtonLink>
        </div>
      </Card>
      <NewsCard token={token} wantsNews={account.wantsNews} />
      {account.purgeAt === null ? (
        <Card title={t('account.delete')}>
          <p className="text-muted">{t('account_page.delete_text')}</p>
          <div className="button-row">
            <ButtonLink kind="remove" preventScrollReset to="/account/delete">
              {t('account.delete')}
            </ButtonLink>
          </div>
        </Card>
      ) : null}
    </div>
  );
}

const PROVIDERS = { apple: 'Apple', google: 'Google' } as const;

function toEmailState({ email, verified }: AccountFacts) {
  if (email === '') return 'account_page.no_email_text';
  return verified ? 'account_page.confirmed' : 'account_page.unconfirmed';
}

/** Address section of a single sign-on account: a link while the address is unconfirmed, afterwards an explanation (S06, A151). */
function OtherAddress({ account, provider }: { account: AccountFacts; provider: NonNullable<AccountFacts['provider']> }) {
  const { t } = useTranslation();
  if (!account.verified) {
    return (
      <div className="button-row">
        <ButtonLink preventScrollReset to="/account/email">
          {t(toCorrectLabel(account))}
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className="text-muted">
      <p>{t('account_page.sso_email', { provider: PROVIDERS[provider] })}</p>
      {provider === 'apple' ? <p>{t('account_page.sso_email_hidden')}</p> : null}
    </div>
  );
}

/** Links to the password change, or names the single sign-on provider (ACCT-043). */
function LogInCard({ provider }: { provider: AccountFacts['provider'] }) {
  const { t } = useTranslation();
  if (provider !== null) {
    return (
      <Card title={t('account_page.sso_title')}>
        <p>{t('account_page.sso_text', { provider: PROVIDERS[provider] })}</p>
      </Card>
    );
  }
  return (
    <Card title={t('account_page.password')}>
      <div className="button-row">
        <ButtonLink preventScrollReset to="/account/password">
          {t('account_page.change_password')}
        </ButtonLink>
      </div>
    </Card>
  );
}

/** Allows a line break before the host of a long address. */
function Address({ email }: { email: string }) {
  const at = Math.max(email.lastIndexOf('@'), 0);
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

/** Shows when the account will be deleted, with a button to cancel the deletion (S11). */
function DeletionPending({ date, token }: { date: string; token: string }) {
  const { t } = useTranslation();
  return (
    <Note icon={<CircleAlert aria-hidden className="icon" />} state="blocked">
      <Form className="stack stack-tight" data-testid="deletion-pending" method="post">
        <FormToken token={token} />
        <p>{t('account.deletion_pending', { date })}</p>
        <div className="button-row">
          <Button name="intent" value="cancel-deletion">
            {t('account_page.keep')}
          </Button>
        </div>
      </Form>
    </Note>
  );
}
