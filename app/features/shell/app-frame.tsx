import { Form, Link } from '@remix-run/react';
import { CalendarX, ChevronRight, MailWarning, Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '~/components/ui/button';
import type { Standing } from '~/server/account.server';
import { Bell } from './bell';
import { Foot } from './foot';
import { FormToken } from './form-token';
import { Logo } from './logo';
import { useRootFacts } from './root-facts';
import { OPENS_MENU } from './side-menu';
import { useClock } from './use-clock';

/** A signed-in page beside the menu (`WithMenu`): the top bar with the place's name, the choice of child and the bell, the content, the foot. */
export function AppFrame({
  place,
  switcher,
  standing,
  children,
}: {
  place: string;
  /** The choice of child, on pages that are about one. */
  switcher?: ReactNode;
  /** What has to be said of the account above every page, and how many notices wait. */
  standing: Standing;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <>
      <header className="topbar">
        <div className="topbar-row">
          <button aria-label={t('frame.menu')} className="icon-button only-narrow" type="button" {...OPENS_MENU}>
            <Menu aria-hidden className="icon" />
          </button>
          <Link aria-label="Porchlight" className="logo only-narrow" to="/manage">
            <Logo />
          </Link>
          <p className="place">{place}</p>
          <Bell unread={standing.unreadNotices} />
        </div>
        {switcher}
      </header>
      <main className="main" id="main" tabIndex={-1}>
        {standing.deletion === null ? null : <DeletionReminder {...standing.deletion} />}
        {standing.verified ? null : <VerifyReminder />}
        {children}
      </main>
      <Foot />
    </>
  );
}

/** While the account waits for its deletion (S11): until when it can be taken back, and the page where that is done. */
function DeletionReminder({ purgeAt, zone, now }: NonNullable<Standing['deletion']>) {
  const { t } = useTranslation();
  const clock = useClock(zone, now);
  return (
    <section aria-label={t('account.delete')} className="reminder" data-state="pending" data-testid="deletion-reminder">
      <CalendarX aria-hidden className="icon" />
      <p>{t('account.deletion_pending', { date: clock.date(purgeAt) })}</p>
      <ButtonLink kind="quiet" to="/account">
        <span>{t('account.keep_link')}</span>
        <ChevronRight aria-hidden className="icon-small only-narrow" />
      </ButtonLink>
    </section>
  );
}

/** Until the address is confirmed (2.17.1). The mail goes out again from here, or from the page that says how it stands. */
function VerifyReminder() {
  const { t } = useTranslation();
  const token = useRootFacts()?.formToken ?? '';
  return (
    <section aria-label={t('verify.title')} className="reminder" data-state="pending">
      <MailWarning aria-hidden className="icon" />
      <p>{t('verify.reminder')}</p>
      <Form action="/verify" method="post">
        <FormToken token={token} />
        <ButtonLink kind="quiet" to="/verify">
          <span>{t('verify.reminder_link')}</span>
          <ChevronRight aria-hidden className="icon-small only-narrow" />
        </ButtonLink>
        <Button kind="quiet" name="intent" value="resend">
          {t('verify.resend')}
        </Button>
      </Form>
    </section>
  );
}
