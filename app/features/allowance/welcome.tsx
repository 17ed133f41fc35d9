import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#app/components/ui/dialog';
import { Note } from '#app/components/ui/note';
import { useHydrated } from '#app/components/ui/use-hydrated';
import { shortenName } from '#app/features/children/short-name';

/** Explains the panel on the first visit (ALLOW-026): a dialog with script, a note in the page without. */
export function Welcome({ isFirstTime, name }: { isFirstTime: boolean; name: string }) {
  const { t } = useTranslation();
  const isHydrated = useHydrated();
  // The next load reports the welcome as shown, so this state keeps it open until the user closes it.
  const [isOpen, setOpen] = useState(isFirstTime);
  if (!isOpen) return null;
  const text = t('allowance.welcome', { name: shortenName(name) });
  if (isHydrated) {
    return (
      <Dialog kind="info" title={t('allowance.welcome_title')} wayOut={{ label: t('allowance.understood'), onClose: () => setOpen(false) }}>
        <p data-testid="allowance-welcome">{text}</p>
      </Dialog>
    );
  }
  return (
    <div data-testid="allowance-welcome">
      <Note icon={<Hourglass aria-hidden className="icon" />}>
        <p>
          <strong>{t('allowance.welcome_title')}</strong>
        </p>
        <p>{text}</p>
      </Note>
    </div>
  );
}
