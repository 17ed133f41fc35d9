import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Card } from '#app/components/ui/card';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { SignedIn } from './account-page.server';

/** Lists the account's sessions, with a logout button for every other session. */
export function SessionsCard({ sessions, clock, token }: { sessions: Array<SignedIn>; clock: Clock; token: string }) {
  const { t } = useTranslation();
  return (
    <Card title={t('account_page.sessions')}>
      <ul className="plain-list sessions">
        {sessions.map((session) => (
          <li data-session={session.id} key={session.id}>
            <SessionLine clock={clock} session={session} />
            {session.isCurrent ? null : (
              <Form method="post">
                <FormToken token={token} />
                <input name="session_id" type="hidden" value={session.id} />
                <Button aria-describedby={`session-${session.id}`} name="intent" value="end-session">
                  {t('frame.logout')}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length < 2 ? null : (
        <Form method="post">
          <FormToken token={token} />
          <Button name="intent" value="end-others">
            {t('account_page.log_out_others')}
          </Button>
        </Form>
      )}
    </Card>
  );
}

function SessionLine({ session, clock }: { session: SignedIn; clock: Clock }) {
  const { t } = useTranslation();
  const { id, name, os, place, seenAt, isCurrent } = session;
  const used = isCurrent ? t('account_page.this_browser') : t('account_page.last_used', { when: clock.moment(seenAt) });
  return (
    <div className="grow" id={`session-${id}`}>
      <strong className="block">{os === '' ? name : t('account_page.session_name', { name, os })}</strong>
      <span className="hint">{place === null ? used : `${used} · ${place}`}</span>
    </div>
  );
}
