import { Avatar } from '~/components/ui/avatar';
import type { Child } from '~/domain/child';
import type { DeviceView } from '~/domain/device';
import { useOptimisticFace } from './use-optimistic-face';

/** What a face is drawn from. */
export type FaceOf = Pick<Child, 'id' | 'name' | 'colourSlot' | 'pictureIndex' | 'photo'>;

/** A child's face, with the ring of its state where one is given. What is being saved of it is shown at once (FAM-043). */
export function Face({ child, view, size }: { child: FaceOf; view?: DeviceView; size?: 'small' | 'normal' | 'big' }) {
  const { colourSlot, pictureIndex, photo } = useOptimisticFace(child);
  return <Avatar colourSlot={colourSlot} name={child.name} photo={photo} pictureIndex={pictureIndex} size={size} view={view} />;
}
