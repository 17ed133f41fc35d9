import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

/** A line of a list of features. */
export function Tick({ children }: { children: ReactNode }) {
  return (
    <li>
      <Check aria-hidden className="icon-small" />
      <span>{children}</span>
    </li>
  );
}
