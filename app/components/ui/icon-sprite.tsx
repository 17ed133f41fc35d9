import type { LucideIcon } from 'lucide-react';

/** Icons that a list shows in every row, written once; `IconFromSprite` refers to them by their names. Names are ids of the page. */
export function IconSprite({ icons }: { icons: Readonly<Record<string, LucideIcon>> }) {
  return (
    <svg aria-hidden className="sr-only">
      {Object.entries(icons).map(([name, Icon]) => (
        <symbol id={`icon-${name}`} key={name} viewBox="0 0 24 24">
          {/* The width of the lines is that of the place where it is shown. */}
          <Icon strokeWidth="inherit" />
        </symbol>
      ))}
    </svg>
  );
}

/** An icon of the page's `IconSprite`: a tenth of the markup of the icon itself. */
export function IconFromSprite({ name, size = 'small' }: { name: string; size?: 'small' | 'usual' }) {
  return (
    <svg aria-hidden className={size === 'small' ? 'icon-small' : 'icon'}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}
