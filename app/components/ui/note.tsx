import type { ReactNode } from 'react';

/** A remark in a tinted box. `state` gives it a state's colour; `role` alert for errors, status for what changes by itself. */
export function Note({ icon, state, role, children }: { icon: ReactNode; state?: string; role?: 'alert' | 'status'; children: ReactNode }) {
  return (
    <div className="note" data-state={state} role={role}>
      {icon}
      <div>{children}</div>
    </div>
  );
}
