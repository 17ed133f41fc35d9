import { Avatar } from '#app/components/ui/avatar';
import type { Child } from '#app/domain/child';
import type { DeviceView } from '#app/domain/device';
import { useOptimisticAvatar } from './use-optimistic-avatar';

/** The data of a child that its profile picture needs. */
export type AvatarChild = Pick<Child, 'id' | 'name' | 'colorSlot' | 'pictureIndex' | 'photo'>;

/** A child's profile picture, with a ring for its state if `view` is set. Shows pending changes (FAM-043). */
export function ChildAvatar({ child, view, size }: { child: AvatarChild; view?: DeviceView; size?: 'small' | 'normal' | 'big' }) {
  const { colorSlot, pictureIndex, photo } = useOptimisticAvatar(child);
  return <Avatar colorSlot={colorSlot} name={child.name} photo={photo} pictureIndex={pictureIndex} size={size} view={view} />;
}
