import type { ReactNode } from 'react';

/** Replaces missing content with the first step and its button. Set `heading` to h1 if the page has no other h1. */
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
