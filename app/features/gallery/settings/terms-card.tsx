import { Form, useNavigation } from '@remix-run/react';
import { ChevronDown, CircleAlert, Pencil, X } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { TextField } from '#app/components/ui/text-field';
import { TERM_LENGTH_MAX, TERMS_MAX } from '#app/domain/sample-config';
import { FormToken } from '#app/features/shell/forms/form-token';
import { applyChange, type Fields, fieldOf, parseChange, type TermList } from './sample-settings';
import type { CardParts } from './settings-page';

/** One list of terms: chips to remove, a field to add, and the list as text (GAL-055). */
export function TermsCard({ page, settings, save, token, reply, list }: CardParts & { list: TermList }) {
  const { t } = useTranslation();
  const terms = settings.terms[list];
  const isLocked = page.plan !== 'monitoring';
  const id = `mon-${list}`;
  const input = useRef<HTMLInputElement>(null);
  const add = fieldOf(list, 'add');
  const typed = reply?.lastResult?.initialValue;
  const [fault, setFault] = useState<string | null>(null);
  const errors = fault === null ? (reply?.lastResult?.error?.[add] ?? []) : [fault];

  /** Saves a change of the list. Returns false, and shows the fault, if it is invalid. */
  const change = (fields: Fields): boolean => {
    const parsed = parseChange(fields);
    const applied = 'fault' in parsed ? parsed : applyChange(settings, parsed.change);
    setFault('fault' in applied ? t(applied.fault.key, applied.fault.params) : '');
    if ('fault' in applied) return false;
    setFault(null);
    save.change(fields);
    return true;
  };
  const onAdd = (event: MouseEvent) => {
    event.preventDefault();
    const term = input.current?.value ?? '';
    if (change([[add, term]]) && input.current !== null) input.current.value = '';
    input.current?.focus();
  };
  const onRemove = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    change([[event.currentTarget.name, event.currentTarget.value]]);
    input.current?.focus();
  };
  return (
    <section aria-labelledby={id} className="card stack" data-testid={`terms-${list}`}>
      <div>
        <h2 id={id}>{t(`gallery_settings.terms_${list}`)}</h2>
        <p className="text-muted">{t(`gallery_settings.terms_${list}_text`)}</p>
      </div>
      <fieldset className="stack" disabled={isLocked}>
        {terms.length === 0 ? null : (
          <Form method="post" preventScrollReset>
            <FormToken token={token} />
            <input name="intent" type="hidden" value="settings" />
            <ul className="mon-chips">
              {terms.map((term) => (
                <li key={term}>
                  <bdi>{term}</bdi>
                  <button
                    aria-label={t('gallery_settings.remove_term', { term })}
                    name={fieldOf(list, 'remove')}
                    onClick={onRemove}
                    type="submit"
                    value={term}
                  >
                    <X aria-hidden className="icon-small" />
                  </button>
                </li>
              ))}
            </ul>
          </Form>
        )}
        <Form className="mon-add" data-keeps-typed method="post" noValidate preventScrollReset>
          <FormToken token={token} />
          <input name="intent" type="hidden" value="settings" />
          <div className="input">
            <input
              aria-describedby={errors.length > 0 ? `${id}-error` : undefined}
              aria-invalid={errors.length > 0 ? true : undefined}
              aria-label={t('gallery_settings.add_term')}
              autoComplete="off"
              defaultValue={typeof typed?.[add] === 'string' ? typed[add] : ''}
              id={`${id}-add`}
              name={add}
              placeholder={t('gallery_settings.term_placeholder')}
              ref={input}
            />
          </div>
          <Button kind="soft" onClick={onAdd}>
            {t('gallery_settings.add')}
          </Button>
          {errors.length === 0 ? null : (
            <div id={`${id}-error`} role="alert">
              {errors.map((error) => (
                <p className="wrong" key={error}>
                  <CircleAlert aria-hidden className="icon-small" />
                  {error}
                </p>
              ))}
            </div>
          )}
        </Form>
        <ListForm errors={reply?.lastResult?.error?.[fieldOf(list, 'list')] ?? []} list={list} reply={reply} terms={terms} token={token} />
      </fieldset>
    </section>
  );
}

/** The terms as text, one per line. While the parent writes, changes of others do not replace the text; saving merges both. */
function ListForm({
  list,
  terms,
  token,
  reply,
  errors,
}: Pick<CardParts, 'token' | 'reply'> & { list: TermList; terms: Array<string>; errors: Array<string> }) {
  const { t } = useTranslation();
  const name = fieldOf(list, 'list');
  const initial = reply?.lastResult?.initialValue;
  const typed = typeof initial?.[name] === 'string' ? initial[name] : null;
  const [kept, setKept] = useState<string | null>(null);
  const isOnItsWay = useNavigation().formData?.has(name) === true;
  const wasOnItsWay = useRef(false);
  useEffect(() => {
    if (wasOnItsWay.current && !isOnItsWay && reply === undefined) setKept(null);
    wasOnItsWay.current = isOnItsWay;
  }, [isOnItsWay, reply]);
  const stored = terms.join('\n');
  const was = kept ?? (typed === null ? stored : String(initial?.[fieldOf(list, 'was')] ?? ''));
  return (
    <details className="mon-list" open={typed !== null || undefined}>
      <summary>
        <Pencil aria-hidden className="icon" />
        <span>{t('gallery_settings.as_list')}</span>
        <ChevronDown aria-hidden className="icon-small" />
      </summary>
      <Form className="stack" data-keeps-typed method="post" onChange={() => setKept(was)} preventScrollReset>
        <FormToken token={token} />
        <input name="intent" type="hidden" value="settings" />
        <input name={fieldOf(list, 'was')} type="hidden" value={was} />
        <TextField
          autoComplete="off"
          defaultValue={typed ?? stored}
          errors={errors}
          hint={t('gallery_settings.list_hint', { max: TERMS_MAX, length: TERM_LENGTH_MAX })}
          id={`mon-${list}-list`}
          key={was}
          label={t('gallery_settings.one_per_line')}
          name={name}
          rows={5}
        />
        <Button className="justify-self-start" kind="soft">
          {t('gallery_settings.save_list')}
        </Button>
      </Form>
    </details>
  );
}
