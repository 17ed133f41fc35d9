import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getRouter } from '#app/browser/remix-internals';
import { Button } from '#app/components/ui/button';
import { Dialog } from '#app/components/ui/dialog';
import { type UnsavedQuestion, watchUnsavedChanges } from './unsaved-changes';

/** Asks before unsaved changes are discarded. */
export function UnsavedChangesDialog() {
  const { t } = useTranslation();
  const [question, setQuestion] = useState<UnsavedQuestion | null>(null);
  useEffect(() => watchUnsavedChanges(getRouter(), setQuestion), []);
  if (question === null) return null;
  const stay = () => setQuestion(null);
  const leave = () => {
    stay();
    question.leave();
  };
  return (
    <Dialog
      foot={
        <Button kind="remove" onClick={leave} type="button">
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
