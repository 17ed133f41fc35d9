import { BellRing, Camera, LockKeyhole, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#app/components/ui/dialog';
import { useHydrated } from '#app/components/ui/use-hydrated';
import { isolateName } from '#app/domain/isolate-name';

/** How screenshots work, who sees them and who opens them. */
export function HowItWorks({ name }: { name: string }) {
  const { t } = useTranslation();
  const child = isolateName(name);
  return (
    <ul className="g-how">
      <How Icon={Camera} text={t('gallery.how_take_text')} title={t('gallery.how_take')} />
      <How Icon={BellRing} text={t('gallery.how_seen_text')} title={t('gallery.how_seen', { name: child })} />
      <How Icon={LockKeyhole} text={t('gallery.how_sealed_text')} title={t('gallery.how_sealed')} />
    </ul>
  );
}

function How({ Icon, title, text }: { Icon: LucideIcon; title: string; text: string }) {
  return (
    <li>
      <span className="g-how-art">
        <Icon aria-hidden className="icon" />
      </span>
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
    </li>
  );
}

/** The instructions on the first visit (GAL-057): a dialog with script, a part of the page without. */
export function FirstInstructions({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const isHydrated = useHydrated();
  if (isHydrated) {
    return (
      <Dialog kind="info" title={t('gallery.good_to_know')} wayOut={{ label: t('gallery.understood'), onClose }}>
        <div data-testid="instructions">
          <HowItWorks name={name} />
        </div>
      </Dialog>
    );
  }
  return (
    <details className="card g-first" data-testid="instructions" open>
      <summary>{t('gallery.good_to_know')}</summary>
      <HowItWorks name={name} />
    </details>
  );
}
