import type { ReactNode } from 'react';

/** Where nothing is yet: what to do first, with the button that does it. `heading`: h1 where the page has no other. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  heading: Heading = 'h2',
}: {
  icon: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  heading?: 'h1' | 'h2';
}) {
  return (
    <div className="empty">
      <span className="empty-art">{icon}</span>
      <Heading>{title}</Heading>
      {children === undefined ? null : <p>{children}</p>}
      {action}
    </div>
  );
}
