import { Form, useFormAction, useLocation, useSubmit } from '@remix-run/react';
import { type FormEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/components/ui/button';
import { useEarlyInput } from '~/components/ui/early-input';
import { wiring } from '~/components/ui/field';
import { Remarks } from '~/components/ui/group';
import { useHydrated } from '~/components/ui/use-hydrated';
import { AVATAR_MAX_BYTES } from '~/domain/avatar';
import type { Child } from '~/domain/child';
import { FormToken } from '~/features/shell/forms/form-token';
import type { FormReply } from '~/server/form.server';
import { Face } from './face';

// Fetched with the first file; where it cannot be had, the file is sent as it is.
const PhotoCrop = lazy(() =>
  import('./photo-crop').then(
    ({ PhotoCrop }) => ({ default: PhotoCrop }),
    () => ({ default: () => null }),
  ),
);

/** A JPEG of what is chosen of a file; null where this browser cannot make one. */
export type Cut = () => Promise<Blob | null>;

/**
 * The form of a child's face: a photo and `children`, saved by one button, so that neither throws the other away. The file is posted as it
 * is; with script the reader chooses a square of it first, and a small JPEG is sent that says nothing of place and camera.
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
  // As it was opened, while the page follows the child; an answer tells of what has come since, and shows it.
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
    // The square may not be shown yet: on a slow device the button is quicker than the picture.
    const square = await (cut.current ?? (async () => (await import('./photo-crop')).cutWhole(photo)))().catch(() => null);
    // What this browser cannot read, and is too large for the server to judge, would be sent for nothing.
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
          <Face child={child} size="big" />
          <input
            accept="image/png,image/jpeg"
            {...wiring('photo', errors, hint)}
            name="photo"
            onChange={onChange}
            ref={input}
            type="file"
          />
        </div>
        <Remarks errors={errors} hint={hint} id="photo" />
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
