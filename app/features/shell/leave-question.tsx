import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '~/components/ui/button';
import type { Leaving } from '~/server/form.server';
import { NoticeBox } from './notice-box';

/**
 * Asks inside a form that logs in, while another account is logged in: log out and continue? Sending the form that shows this is the agreement to
 * leave that account and no other. Nothing where nobody else is logged in.
 */
export function LeaveQuestion({ leaving }: { leaving: Leaving | null | undefined }) {
  const { t } = useTranslation();
  const name = leaving?.name;
  // One object per question: another one would take the focus again.
  const notice = useMemo(() => (name === undefined ? null : { key: 'leave.question', params: { name }, link: null }), [name]);
  if (!leaving) return null;
  return (
    <>
      <NoticeBox notice={notice}>
        <p>{t('leave.question', { name })}</p>
        {leaving.isPasswordGone ? <p>{t('leave.password')}</p> : null}
      </NoticeBox>
      {/* Read by server/other-account.server.ts. */}
      <input name="leave_account" type="hidden" value={leaving.accountId} />
    </>
  );
}

/** The other answer: nothing changes. */
export function StayLink({ leaving, wide = false }: { leaving: Leaving | null | undefined; wide?: boolean }) {
  const { t } = useTranslation();
  if (!leaving) return null;
  return (
    <ButtonLink to="/manage" wide={wide}>
      {t('leave.stay', { name: leaving.name })}
    </ButtonLink>
  );
}
