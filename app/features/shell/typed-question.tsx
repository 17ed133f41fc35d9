import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/components/ui/button';
import { Dialog } from '~/components/ui/dialog';
import { type Question, watchTyped } from './typed';

/** Asks once before what was typed and not sent is thrown away. */
export function TypedQuestion() {
  const { t } = useTranslation();
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => watchTyped(window.__remixRouter, setQuestion), []);
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
