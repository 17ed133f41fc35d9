import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getRouter } from '#app/browser/remix-internals';
import { Button } from '#app/components/ui/button';
import { Dialog } from '#app/components/ui/dialog';
import { type UnsavedChangesPrompt, watchUnsavedChanges } from './unsaved-changes';

/** Asks before unsaved changes are discarded. */
export function UnsavedChangesDialog() {
  const { t } = useTranslation();
  const [prompt, setPrompt] = useState<UnsavedChangesPrompt | null>(null);
  useEffect(() => watchUnsavedChanges(getRouter(), setPrompt), []);
  if (prompt === null) return null;
  const stay = () => setPrompt(null);
  const discard = () => {
    stay();
    prompt.discard();
  };
  return (
    <Dialog
      foot={
        <Button kind="remove" onClick={discard} type="button">
          {t('typed.discard')}
        </Button>
      }
      title={t('typed.title')}
      wayOut={{ label: t('typed.keep'), onClose: stay }}
    >
      <p>{t('typed.text')}</p>
    </Dialog>
  );
}
