import type { ReactNode } from 'react';
import { Disclosure } from './disclosure';

/** A button that opens a list of further buttons or links; a form round it makes each a choice. `label` names it where it is only a picture. */
export function Menu({ summary, label, children }: { summary: ReactNode; label?: string; children: ReactNode }) {
  return (
    <Disclosure className="choices-menu" label={label} summary={summary}>
      <div className="pop">{children}</div>
    </Disclosure>
  );
}
