import { CircleHelp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#app/components/ui/button';
import type { AccountSwitch } from '#app/server/form.server';

/**
 * Asks in a login form whether to log out the other account first. Submitting the form logs out only the account shown. Renders nothing if
 * no other account is logged in.
 */
export function AccountSwitchQuestion({ leaving }: { leaving: AccountSwitch | null | undefined }) {
  const { t } = useTranslation();
  const name = leaving?.name;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (name !== undefined) box.current?.focus();
  }, [name]);
  if (!leaving) return null;
  return (
    <>
      {/* biome-ignore lint/a11y/noAutofocus: after a form post, the page starts at its message */}
      <div autoFocus className="note" data-notice="leave.question" data-state="pending" ref={box} role="alert" tabIndex={-1}>
        <CircleHelp aria-hidden className="icon" />
        <div>
          <p>{t('leave.question', { name })}</p>
          {leaving.isPasswordGone ? <p>{t('leave.password')}</p> : null}
        </div>
      </div>
      {/* server/other-account.server.ts reads this field. */}
      <input name="leave_account" type="hidden" value={leaving.accountId} />
    </>
  );
}

/** Link that keeps the current account logged in. */
export function StayLink({ leaving, wide = false }: { leaving: AccountSwitch | null | undefined; wide?: boolean }) {
  const { t } = useTranslation();
  if (!leaving) return null;
  return (
    <ButtonLink to="/manage" wide={wide}>
      {t('leave.stay', { name: leaving.name })}
    </ButtonLink>
  );
}
