import { useTranslation } from 'react-i18next';
import { Logo } from '#app/features/shell/frame/logo';
import type { Clock } from '#app/features/shell/time/use-clock';

/** What the child sees with each screenshot. The text is that of the child app. */
export function ChildView({ name, clock }: { name: string; clock: Clock }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="mon-child" className="card mon-child" data-testid="child-view">
      <h2 id="mon-child">{t('gallery_settings.child_sees', { name })}</h2>
      <p className="text-muted">{t('gallery_settings.child_sees_text')}</p>
      <div className="mon-phone">
        <p aria-hidden className="mon-phone-time" suppressHydrationWarning>
          {clock.time(clock.now)}
        </p>
        <div className="mon-notice">
          <span aria-hidden className="mon-notice-logo">
            <Logo />
          </span>
          <p>
            <strong>Porchlight</strong>
            {t('gallery_settings.child_notice')}
          </p>
        </div>
      </div>
    </section>
  );
}
