import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColorChoice, PictureChoice } from '#app/components/ui/avatar-choice';
import { Dialog } from '#app/components/ui/dialog';
import type { Child } from '#app/domain/child';
import { isolateName } from '#app/domain/isolate-name';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import type { FormReply } from '#app/server/form.server';
import { PhotoForm } from '../photo/photo-form';
import { toAvatarText } from './child-form-values';

/** Dialog for a child's profile picture (3.2.2, 3.2.3, A93): a photo, or one of twenty colors with the initial or an icon. */
export function EditAvatar({ child, token, reply, back }: { child: Child; token: string; reply: FormReply | undefined; back: string }) {
  const { t } = useTranslation();
  // Page data may reload while the dialog is open. The choice and the version sent with it keep their first values (S29).
  const [opened] = useState(child);
  const sent = reply?.lastResult?.initialValue;
  // The initial is sent as an empty value, which the reply omits.
  const picture = sent ? Number(sent.avatar_idx ?? -1) : opened.pictureIndex;
  return (
    <Dialog
      backLabel={t('actions.back')}
      kind="hybrid"
      title={t('child.face_of', { name: isolateName(child.name) })}
      wayOut={{ label: t('actions.close'), to: back }}
    >
      <FormMessageBox notice={reply?.notice} />
      <PhotoForm child={child} reply={reply} token={token}>
        <div className="stack face-form">
          <input name="updated_at" type="hidden" value={String(sent?.updated_at ?? opened.updatedAt)} />
          <input name="opened" type="hidden" value={String(sent?.opened ?? toAvatarText(opened))} />
          {child.photo === null ? null : <p className="hint">{t('child.photo_first')}</p>}
          <ColorChoice
            child={child.name}
            defaultValue={Number(sent?.slot ?? opened.colorSlot)}
            id="slot"
            label={t('child.colour')}
            name="slot"
            nameOf={(slot) => t('child.colour_number', { number: slot + 1 })}
          />
          <PictureChoice
            child={child.name}
            colorSlot={child.colorSlot}
            defaultValue={picture === -1 ? null : picture}
            id="avatar-idx"
            label={t('child.drawing')}
            name="avatar_idx"
            nameOf={(picture) => t(`child.drawing_${picture}`)}
          />
        </div>
      </PhotoForm>
    </Dialog>
  );
}
