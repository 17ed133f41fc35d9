import { Avatar } from '~/components/ui/avatar';
import type { Child } from '~/domain/child';
import type { DeviceView } from '~/domain/device';

/** A child's face, with the ring of its state where one is given. */
export function Face({
  child,
  view,
  size,
}: {
  child: Pick<Child, 'name' | 'colourSlot' | 'pictureIndex'>;
  view?: DeviceView;
  size?: 'small' | 'normal' | 'big';
}) {
  return <Avatar colourSlot={child.colourSlot} name={child.name} pictureIndex={child.pictureIndex} size={size} view={view} />;
}
