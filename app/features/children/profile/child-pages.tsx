import { useTranslation } from 'react-i18next';
import { isolateName } from '#app/domain/isolate-name';
import type { FormReply } from '#app/server/form.server';
import { shortenName } from '../short-name';
import type { ChildDialog } from './child-dialog.server';
import { ConfirmRemoval } from './confirm-removal';
import { EditAvatar } from './edit-avatar';
import { EditChild } from './edit-child';
import { NewChild } from './new-child';

/** The dialogs to add, edit and remove a child and to change its profile picture. `back` is the path of the page below, without query. */
export function ChildPages({
  picked,
  token,
  reply,
  back,
}: {
  picked: ChildDialog;
  token: string;
  reply: FormReply | undefined;
  back: string;
}) {
  switch (picked.page) {
    case 'new':
      return <NewChild {...picked} back={back} reply={reply} token={token} />;
    case 'edit':
      return <EditChild back={back} child={picked.child} key={picked.child.id} reply={reply} token={token} zone={picked.zone} />;
    case 'face':
      return <EditAvatar back={back} child={picked.child} key={picked.child.id} reply={reply} token={token} />;
    case 'remove':
      return <RemoveChild back={back} picked={picked} reply={reply} token={token} />;
  }
}

function RemoveChild({
  picked: { child, losses },
  token,
  reply,
  back,
}: {
  picked: Extract<ChildDialog, { page: 'remove' }>;
  token: string;
  reply: FormReply | undefined;
  back: string;
}) {
  const { t, i18n } = useTranslation();
  const list = (names: Array<string>) =>
    new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names.map((name) => isolateName(name)));
  return (
    <ConfirmRemoval
      back={back}
      confirm={t('child.remove_sure', { name: shortenName(child.name) })}
      field={{ name: 'child_id', value: child.id }}
      intent="remove-child"
      keep={t('child.keep')}
      reply={reply}
      stays={losses.kept.length === 0 ? undefined : t('child.remove_kept', { count: losses.kept.length, devices: list(losses.kept) })}
      title={t('child.remove_question', { name: isolateName(child.name) })}
      token={token}
    >
      <p>{t('child.remove_effect', { name: shortenName(child.name) })}</p>
      <ul className="losses">
        {losses.gone.length === 0 ? null : <li>{t('child.remove_devices', { count: losses.gone.length, devices: list(losses.gone) })}</li>}
        {losses.rules === 0 ? null : <li>{t('child.rules', { count: losses.rules })}</li>}
        <li>{t('child.remove_history')}</li>
        {child.photo === null ? null : <li>{t('child.photo')}</li>}
      </ul>
    </ConfirmRemoval>
  );
}
