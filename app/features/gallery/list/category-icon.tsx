import { Flag, FlaskConical, Heart, type LucideIcon, MessageSquareText, Tag, Zap } from 'lucide-react';
import type { Category } from './categories';

const ICONS = {
  violence: Zap,
  sexual_content: Heart,
  substance_abuse: FlaskConical,
  profanity: MessageSquareText,
  custom: Tag,
  uncategorized: Flag,
} as const satisfies Record<Category, LucideIcon>;

/** The icon of a category. It has no color of a state, because a hit is only possible. */
export function CategoryIcon({ category, small = false }: { category: Category; small?: boolean }) {
  const Icon = ICONS[category];
  return <Icon aria-hidden className={small ? 'icon-small' : 'icon'} />;
}
