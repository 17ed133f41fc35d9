import type { ReactNode } from 'react';

/** A short text in a tinted box. `state` selects the color. Set `role` to alert for errors, and to status for live updates. */
export function Note({ icon, state, role, children }: { icon: ReactNode; state?: string; role?: 'alert' | 'status'; children: ReactNode }) {
  return (
    <div className="note" data-state={state} role={role}>
      {icon}
      <div>{children}</div>
    </div>
  );
}
