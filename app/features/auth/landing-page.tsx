import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '#app/components/ui/drawer';
import { BareFrame } from '#app/features/shell/frame/bare-frame';
import type { FormReply } from '#app/server/form.server';
import { type AboutLinks, AboutNav } from './about-nav';
import { AuthForm, type AuthView } from './auth-form';
import { LandingScreens } from './landing-screens';
import { SignedOutNotice } from './signed-out-notice';

/**
 * The landing page in one of its views (2.16.1): the headline, three screens and the form. On small screens, the form is in a drawer that
 * is initially open. If set, `discountHeader` appears with the form, `quote` with the headline, and `otherWays` below the form's button.
 */
export function LandingPage({
  view,
  action,
  reason = null,
  token,
  reply,
  links,
  discountHeader,
  offerTrouble,
  quote,
  otherWays,
  form,
}: {
  view: AuthView;
  action: string;
  /** Why the parent was logged out. */
  reason?: string | null;
  token: string;
  reply: FormReply | undefined;
  links: AboutLinks;
  discountHeader?: ReactNode;
  /** Why an offer does not apply, shown with the form. */
  offerTrouble?: ReactNode;
  quote?: ReactNode;
  otherWays?: ReactNode;
  /** Shown instead of the form with a password. */
  form?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <BareFrame end={<OtherView view={view} />} foot={<AboutNav links={links} />} glow logoTo="/demo/endpoint" wide>
      <div className="landing">
        <div>
          <h1 className="promise">{t('landing.promise')}</h1>
          <p className="lead">{t('landing.lead')}</p>
          {quote}
        </div>
        <div className="landing-form">
          <Drawer isOpen key={view} label={t(view === 'signup' ? 'login.create_account' : 'login.login')} only="small">
            <div className="stack">
              {discountHeader}
              <SignedOutNotice reason={reason} />
              {offerTrouble}
              {form ?? <AuthForm action={action} otherWays={otherWays} reply={reply} token={token} view={view} />}
            </div>
          </Drawer>
        </div>
        <LandingScreens />
      </div>
    </BareFrame>
  );
}

/** The only link between the two views (LAND-004). */
function OtherView({ view }: { view: AuthView }) {
  const { t } = useTranslation();
  return (
    <Link className="button button-quiet" preventScrollReset to={view === 'signup' ? '/?view=login' : '/?view=signup'}>
      {t(view === 'signup' ? 'login.login' : 'login.create_account')}
    </Link>
  );
}
