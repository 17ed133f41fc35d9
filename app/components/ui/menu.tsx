import type { ReactNode } from 'react';
import { Disclosure } from './disclosure';

/**
 * A button that opens a list of buttons or links. In a form, each button submits a choice. Set `label` as the accessible name if `summary`
 * is an icon.
 */
export function Menu({ summary, label, children }: { summary: ReactNode; label?: string; children: ReactNode }) {
  return (
    <Disclosure className="choices-menu" label={label} summary={summary}>
      <div className="pop">{children}</div>
    </Disclosure>
  );
}
