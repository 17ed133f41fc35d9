import { Avatar } from '#app/components/ui/avatar';
import type { Child } from '#app/domain/child';
import type { DeviceView } from '#app/domain/device';
import { useOptimisticFace } from './use-optimistic-face';

/** The data of a child that its picture needs. */
export type FaceOf = Pick<Child, 'id' | 'name' | 'colourSlot' | 'pictureIndex' | 'photo'>;

/** A child's profile picture, with a ring for its state if `view` is set. Shows pending changes (FAM-043). */
export function Face({ child, view, size }: { child: FaceOf; view?: DeviceView; size?: 'small' | 'normal' | 'big' }) {
  const { colourSlot, pictureIndex, photo } = useOptimisticFace(child);
  return <Avatar colourSlot={colourSlot} name={child.name} photo={photo} pictureIndex={pictureIndex} size={size} view={view} />;
}
