import { Link } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';

export type Tab = { to: string; label: string; icon?: ReactNode; isCurrent: boolean };

/** Links to the parts of a page. If the row is too long, it scrolls sideways to the current link. */
export function Tabs({ label, tabs }: { label: string; tabs: Array<Tab> }) {
  const row = useRef<HTMLElement>(null);
  const current = tabs.find(({ isCurrent }) => isCurrent)?.to;
  // Scrolls only the row, not the page.
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current === null || !link || current === undefined) return;
    row.current.scrollLeft = link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <nav aria-label={label} className="tabs" ref={row}>
      {tabs.map(({ to, label: text, icon, isCurrent }) => (
        <Link aria-current={isCurrent ? 'page' : undefined} key={to} preventScrollReset to={to}>
          {icon}
          {text}
        </Link>
      ))}
    </nav>
  );
}
