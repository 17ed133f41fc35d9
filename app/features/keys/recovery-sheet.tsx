import { Printer } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Field } from '#app/components/ui/field';
import { LoadingMessage } from '#app/components/ui/loading';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import type { RecoveryDraft } from './keychain';

/**
 * Shows the twelve words once, for printing. The code becomes active when two of the words are typed again. `onOutdated`: called if the
 * password or passphrase has changed, so this code can no longer become active.
 */
export function RecoverySheet({
  draft,
  email,
  onDone,
  onOutdated,
  onLeave,
}: {
  draft: RecoveryDraft;
  email: string;
  onDone: () => void;
  onOutdated: () => void;
  onLeave: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [asked] = useState(() => pickTwo(draft.words.length));
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<Record<number, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const confirm = async (fields: FormData) => {
    const missed: Record<number, string> = {};
    for (const position of asked) {
      const word = String(fields.get(`word-${position}`))
        .trim()
        .toLowerCase();
      if (word === '') missed[position] = t('recovery_code.confirm_empty');
      else if (word !== draft.words[position]) missed[position] = t('recovery_code.confirm_wrong');
    }
    setWrong(missed);
    const first = asked.find((position) => missed[position] !== undefined);
    if (first !== undefined) return form.current?.querySelector<HTMLElement>(`[name="word-${first}"]`)?.focus();
    const outcome = await draft.confirm();
    if (outcome.kind === 'done') onDone();
    else if (outcome.kind === 'wrong') onOutdated();
    else setFailure(outcome.notice);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    void confirm(new FormData(event.currentTarget)).finally(() => setBusy(false));
  };
  return (
    <>
      <p>{t('recovery_code.shown_once')}</p>
      <section aria-label={t('recovery_code.sheet')} className="print-sheet">
        <p className="print-only">{t('recovery_code.print_head', { email })}</p>
        <ol className="code-words" translate="no">
          {draft.words.map((word, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: words can repeat; the position identifies them.
            <li key={position}>{word}</li>
          ))}
        </ol>
        <p className="print-only">{t('recovery_code.print_foot')}</p>
      </section>
      <div className="button-row">
        <Button onClick={() => window.print()} type="button">
          <Printer aria-hidden className="icon" />
          {t('recovery_code.print')}
        </Button>
      </div>
      <form autoComplete="off" className="stack" noValidate onSubmit={onSubmit} ref={form}>
        <FormMessageBox notice={failure === null ? null : { key: failure, params: {}, link: null }} />
        <p>{t('recovery_code.confirm_text')}</p>
        {asked.map((position) => (
          <Field
            autoCapitalize="none"
            errors={wrong[position] === undefined ? [] : [wrong[position]]}
            id={`${id}-${position}`}
            key={position}
            label={t('recovery_code.word_number', { number: position + 1 })}
            name={`word-${position}`}
            required
            spellCheck={false}
          />
        ))}
        {isBusy ? <LoadingMessage label={t('recovery_code.saving')} /> : null}
        <div className="button-row">
          <Button onClick={onLeave} type="button">
            {t('actions.cancel')}
          </Button>
          <Button isBusy={isBusy} kind="main">
            {t('recovery_code.confirm')}
          </Button>
        </div>
      </form>
    </>
  );
}

/** Returns two random positions below `count`, in ascending order. */
function pickTwo(count: number): Array<number> {
  const positions = Array.from({ length: count }, (_, position) => position);
  const random = crypto.getRandomValues(new Uint32Array(2));
  const [first] = positions.splice((random[0] ?? 0) % positions.length, 1);
  const [second] = positions.splice((random[1] ?? 0) % positions.length, 1);
  return [first ?? 0, second ?? 0].sort((a, b) => a - b);
}
