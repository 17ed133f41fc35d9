import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button';

/** A toast. `isTimed` shows a line that shrinks while Undo is possible. `dismiss` adds a button that removes the toast. */
export function Toast({
  name,
  tone,
  icon,
  isTimed = false,
  action,
  dismiss,
  children,
}: {
  /** The test id. */
  name?: string;
  tone: 'good' | 'bad';
  icon?: ReactNode;
  isTimed?: boolean;
  action?: ReactNode;
  dismiss?: { label: string; onDismiss: () => void };
  children: ReactNode;
}) {
  return (
    <div className={isTimed ? 'toast toast-time' : 'toast'} data-testid={name} data-tone={tone}>
      {icon}
      <p>{children}</p>
      {action}
      {dismiss === undefined ? null : (
        <IconButton className="toast-away" label={dismiss.label} onClick={dismiss.onDismiss}>
          <X aria-hidden className="icon-small" />
        </IconButton>
      )}
    </div>
  );
}
