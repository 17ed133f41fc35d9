import { useNavigation } from '@remix-run/react';
import { useEffect, useMemo, useState } from 'react';
import type { Child } from '#app/domain/child';
import { toPhotoPath } from '../photo/photo-path';

type Shown = { colorSlot: number; pictureIndex: number | null; photo: string | null };

/**
 * Returns a child's profile picture, including changes of a form that is being submitted (4.8.1, FAM-043). After the submission, returns
 * the stored picture again.
 */
export function useOptimisticAvatar(child: Pick<Child, 'id' | 'colorSlot' | 'pictureIndex' | 'photo'>): Shown {
  const { formData } = useNavigation();
  const isOwn = formData?.get('child_id') === child.id;
  const intent = isOwn ? formData?.get('intent') : null;
  // Chromium returns a new File on each `get` if the field was set with a file name, and each new File would render the avatar again.
  const chosen = useMemo(() => (intent === 'face' ? formData?.get('photo') : null), [formData, intent]);
  const preview = useAddress(chosen instanceof File && chosen.size > 0 ? chosen : null);
  const known = { colorSlot: child.colorSlot, pictureIndex: child.pictureIndex, photo: toPhotoPath(child) };
  if (intent !== 'face' && intent !== 'remove-photo') return known;
  const picture = formData?.get('avatar_idx');
  return {
    photo: intent === 'face' ? (preview ?? known.photo) : null,
    colorSlot: Number(formData?.get('slot') ?? child.colorSlot),
    pictureIndex: picture === '' || picture === null ? null : Number(picture),
  };
}

/** Returns an object URL for a file and revokes it when the file changes or the component unmounts. */
export function useAddress(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return setAddress(null);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
