import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/components/ui/button';
import { Dialog } from '~/components/ui/dialog';
import { type Question, watchTyped } from './typed';

/** Asks once before what was typed and not sent is thrown away. */
export function TypedQuestion() {
  const { t } = useTranslation();
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => watchTyped(window.__remixRouter, (asked) => setQuestion((open) => open ?? asked)), []);
  if (question === null) return null;
  const answer = (goOn: () => void) => () => {
    setQuestion(null);
    goOn();
  };
  return (
    <Dialog
      foot={
        <Button kind="remove" onClick={answer(question.leave)} type="button">
          {t('typed.discard')}
        </Button>
      }
      title={t('typed.title')}
      wayOut={{ label: t('typed.keep'), onClose: answer(question.stay) }}
    >
      <p>{t('typed.text')}</p>
    </Dialog>
  );
}
