import { Form, useFormAction, useLocation, useSubmit } from '@remix-run/react';
import { type FormEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { useEarlyInput } from '#app/components/ui/early-input';
import { wiring } from '#app/components/ui/field';
import { HintAndErrors } from '#app/components/ui/group';
import { useHydrated } from '#app/components/ui/use-hydrated';
import { AVATAR_MAX_BYTES } from '#app/domain/avatar';
import type { Child } from '#app/domain/child';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { FormReply } from '#app/server/form.server';
import { ChildAvatar } from '../profile/child-avatar';

// Loaded with the first chosen file. If loading fails, the file is sent unchanged.
const PhotoCrop = lazy(() =>
  import('./photo-crop').then(
    ({ PhotoCrop }) => ({ default: PhotoCrop }),
    () => ({ default: () => null }),
  ),
);

/** Returns a JPEG of the selected square, or null if this browser cannot create one. */
export type Cut = () => Promise<Blob | null>;

/**
 * Form for a child's profile picture. One button saves the photo and `children` together, so that neither is lost. Without script, the file
 * is posted unchanged. With script, the parent selects a square, which is sent as a small JPEG without location or camera data.
 */
export function PhotoForm({
  child,
  token,
  reply,
  children,
}: {
  child: Child;
  token: string;
  reply: FormReply | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  // The version from when the form was opened, even if page data reload. A reply reports newer changes, so the form then sends the current
  // version.
  const [openedAt] = useState(child.photo?.modifiedAt);
  const seenAt = reply === undefined ? openedAt : child.photo?.modifiedAt;
  const input = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const [isUnread, setUnread] = useState(false);
  const errors = isUnread ? [t('error_strings.avatar_kind')] : [];
  const hint = t(isHydrated ? 'child.photo_hint_any' : 'child.photo_hint');
  const onChange = () => {
    setFile(input.current?.files?.[0] ?? null);
    setUnread(false);
  };
  useEarlyInput(onChange);
  const cut = useRef<Cut | null>(null);
  const submit = useSubmit();
  const { search } = useLocation();
  const action = useFormAction();
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    const { currentTarget: form, nativeEvent } = event;
    const { submitter } = nativeEvent as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement) || submitter.value !== 'face') return;
    const fields = new FormData(form, submitter);
    const photo = fields.get('photo');
    if (!(photo instanceof File) || photo.size === 0) return;
    event.preventDefault();
    // On a slow device the form may be submitted before the crop tool is shown.
    const square = await (cut.current ?? (async () => (await import('./photo-crop')).cutWhole(photo)))().catch(() => null);
    // The browser cannot decode the photo and the server would refuse its size, so the form is not sent.
    if (square === null && photo.size > AVATAR_MAX_BYTES) return setUnread(true);
    if (square !== null) fields.set('photo', square, 'photo.jpg');
    const address = new URL(action, window.location.origin).pathname + search;
    submit(fields, { action: address, method: 'post', encType: 'multipart/form-data', replace: true, preventScrollReset: true });
  };
  return (
    <Form className="stack photo-form" encType="multipart/form-data" method="post" onSubmit={onSubmit} preventScrollReset replace>
      <FormToken token={reply?.token ?? token} />
      <input name="child_id" type="hidden" value={child.id} />
      <input name="photo_at" type="hidden" value={seenAt ?? ''} />
      <div className="field">
        <label htmlFor="photo">{t('child.photo')}</label>
        <div className="photo-choice">
          <ChildAvatar child={child} size="big" />
          <input
            accept="image/png,image/jpeg"
            {...wiring('photo', errors, hint)}
            name="photo"
            onChange={onChange}
            ref={input}
            type="file"
          />
        </div>
        <HintAndErrors errors={errors} hint={hint} id="photo" />
      </div>
      {file === null ? null : (
        <Suspense>
          <PhotoCrop cut={cut} file={file} key={`${file.name} ${file.size} ${file.lastModified}`} />
        </Suspense>
      )}
      {children}
      <div className="button-row">
        <Button kind="main" name="intent" value="face">
          {t('actions.save')}
        </Button>
        {child.photo === null ? null : (
          <Button kind="remove" name="intent" value="remove-photo">
            {t('child.remove_photo')}
          </Button>
        )}
      </div>
    </Form>
  );
}
