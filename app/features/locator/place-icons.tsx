import { Dumbbell, Heart, House, type LucideIcon, MapPin, Music, School, ShoppingBag, TreePine, Users } from 'lucide-react';
import type { PlaceIcon } from '#app/domain/place';

const ICONS: Record<PlaceIcon, LucideIcon> = {
  home: House,
  school: School,
  sports: Dumbbell,
  music: Music,
  friends: Users,
  family: Heart,
  shop: ShoppingBag,
  park: TreePine,
  pin: MapPin,
};

/** The picture of a place’s type. Hidden from screen readers, because the name is beside it. */
export function PlaceIconPicture({ icon }: { icon: PlaceIcon }) {
  const Icon = ICONS[icon];
  return <Icon aria-hidden className="icon" />;
}
