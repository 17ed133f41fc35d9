import type { LucideIcon } from 'lucide-react';

/** Defines icons once for use in every row of a list; `IconFromSprite` shows them by name. Names become ids, unique in the page. */
export function IconSprite({ icons }: { icons: Readonly<Record<string, LucideIcon>> }) {
  return (
    <svg aria-hidden className="sr-only">
      {Object.entries(icons).map(([name, Icon]) => (
        <symbol id={`icon-${name}`} key={name} viewBox="0 0 24 24">
          {/* The place of use sets the stroke width. */}
          <Icon strokeWidth="inherit" />
        </symbol>
      ))}
    </svg>
  );
}

/** An icon from the page's `IconSprite`, with a tenth of the markup of the icon itself. */
export function IconFromSprite({ name, size = 'small' }: { name: string; size?: 'small' | 'usual' }) {
  return (
    <svg aria-hidden className={size === 'small' ? 'icon-small' : 'icon'}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}
