import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button';

/** How a message looks. `isTimed` draws the line that shrinks while it can be taken back; with `dismiss` it can be sent away. */
export function Toast({
  name,
  tone,
  icon,
  isTimed = false,
  action,
  dismiss,
  children,
}: {
  /** What tests and styles know it by. */
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
