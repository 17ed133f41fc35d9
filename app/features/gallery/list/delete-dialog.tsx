import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Dialog } from '#app/components/ui/dialog';
import { FormToken } from '#app/features/shell/forms/form-token';
import { useSelection } from './selection';

/** Id of the form that the checkboxes of the tiles belong to. */
export const SELECTION = 'gallery-selection';

/** The question before screenshots are deleted (GAL-029). `back`: the list below. */
export function DeleteDialog({ ids, back, token }: { ids: ReadonlyArray<string>; back: string; token: string }) {
  const { t } = useTranslation();
  const isSending = useNavigation().formData?.get('intent') === 'delete';
  return (
    <Dialog
      foot={
        <Form action={back} id="gallery-delete" method="post" preventScrollReset replace>
          <FormToken token={token} />
          {ids.map((id) => (
            <input key={id} name="delete" type="hidden" value={id} />
          ))}
          <Button isBusy={isSending} kind="remove-sure" name="intent" value="delete">
            {t('gallery.delete')}
          </Button>
        </Form>
      }
      title={t('gallery.delete_title', { count: ids.length })}
      wayOut={{ label: t('actions.cancel'), to: back }}
    >
      <p>{t('gallery.delete_text')}</p>
      <label className="g-check-line">
        <input form="gallery-delete" name="dont_ask" type="checkbox" value="1" />
        {t('gallery.dont_ask')}
      </label>
    </Dialog>
  );
}

/**
 * The form of the selected screenshots, shown while selecting. It leads to the question, or deletes at once if the parent wants no question.
 * `kept`: the address's other parameters.
 */
export function SelectionBar({
  asks,
  path,
  kept,
  token,
}: {
  asks: boolean;
  path: string;
  kept: ReadonlyArray<[string, string]>;
  token: string;
}) {
  const { t } = useTranslation();
  if (asks) {
    return (
      <Form action={path} className="g-selection" id={SELECTION} method="get" preventScrollReset>
        {kept.map(([name, value]) => (
          <input key={`${name} ${value}`} name={name} type="hidden" value={value} />
        ))}
        <SelectedIds />
        <Button kind="remove">{t('gallery.delete_selected')}</Button>
      </Form>
    );
  }
  return (
    <div className="g-selection">
      <Form action={path} id={SELECTION} method="post" preventScrollReset replace>
        <FormToken token={token} />
        <SelectedIds />
        <Button kind="remove" name="intent" value="delete">
          {t('gallery.delete_selected')}
        </Button>
      </Form>
      <Form action={path} method="post" preventScrollReset replace>
        <FormToken token={token} />
        <Button kind="quiet" name="intent" value="delete-ask">
          {t('gallery.ask_again')}
        </Button>
      </Form>
    </div>
  );
}

function SelectedIds() {
  const { ids } = useSelection();
  return [...ids].map((id) => <input key={id} name="delete" type="hidden" value={id} />);
}
