import type { ReactNode } from 'react';

/** A remark in a tinted box. `state` sets the color of a state. Use `role` alert for errors and status for live updates. */
export function Note({ icon, state, role, children }: { icon: ReactNode; state?: string; role?: 'alert' | 'status'; children: ReactNode }) {
  return (
    <div className="note" data-state={state} role={role}>
      {icon}
      <div>{children}</div>
    </div>
  );
}
