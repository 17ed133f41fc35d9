import { useTranslation } from 'react-i18next';
import type { Child } from '~/domain/child';
import type { TimeZone } from '~/domain/time';
import type { FormReply } from '~/server/form.server';
import { ConfirmRemoval } from './confirm-removal';
import { EditChild } from './edit-child';
import { isolateName } from './isolate-name';
import { shortenName } from './short-name';

export type PickedChild = { child: Child; page: 'edit' | 'remove' };

/** The child that `?child=…&edit=1` or `?child=…&confirm=remove` is about; null for none of the family. */
export function pickChild(children: Array<Child>, query: URLSearchParams): PickedChild | null {
  const child = children.find(({ id }) => id === query.get('child'));
  const page = query.get('confirm') === 'remove' ? 'remove' : query.has('edit') ? 'edit' : null;
  return child === undefined || page === null ? null : { child, page };
}

/** Changing a child, and the question before one is removed. */
export function ChildPages({
  picked,
  zones,
  token,
  reply,
  back,
}: {
  picked: PickedChild;
  zones: Array<TimeZone>;
  token: string;
  reply: FormReply | undefined;
  back: string;
}) {
  const { t } = useTranslation();
  const { child, page } = picked;
  if (page === 'edit') return <EditChild back={back} child={child} reply={reply} token={token} zones={zones} />;
  return (
    <ConfirmRemoval
      back={back}
      confirm={t('child.remove_sure', { name: shortenName(child.name) })}
      field={{ name: 'child_id', value: child.id }}
      intent="remove-child"
      reply={reply}
      text={t('child.remove_text', { name: shortenName(child.name), count: child.deviceIds.length })}
      title={t('child.remove_question', { name: isolateName(child.name) })}
      token={token}
    />
  );
}
