import type { LucideIcon } from 'lucide-react';

/**
 * Defines icons once per page, for use in every row of a list. `IconFromSprite` shows them by name. Each name becomes an id, so it must be
 * unique in the page.
 */
export function IconSprite({ icons }: { icons: Readonly<Record<string, LucideIcon>> }) {
  return (
    <svg aria-hidden className="sr-only">
      {Object.entries(icons).map(([name, Icon]) => (
        <symbol id={`icon-${name}`} key={name} viewBox="0 0 24 24">
          {/* `IconFromSprite` sets the stroke width. */}
          <Icon strokeWidth="inherit" />
        </symbol>
      ))}
    </svg>
  );
}

/** An icon from the page's `IconSprite`. Needs a tenth of the markup of a full icon. */
export function IconFromSprite({ name, size = 'small' }: { name: string; size?: 'small' | 'usual' }) {
  return (
    <svg aria-hidden className={size === 'small' ? 'icon-small' : 'icon'}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}
