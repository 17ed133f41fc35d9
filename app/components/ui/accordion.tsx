import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/**
 * An accordion item. At most one item with the same `name` is open. Opens with the spring animation of 9.3.8 if the browser supports it.
 */
export function AccordionItem({
  name,
  summary,
  isOpen = false,
  children,
}: {
  name: string;
  summary: ReactNode;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="fold" open={isOpen} {...{ name }}>
      <summary>
        <span className="grow">{summary}</span>
        <ChevronDown aria-hidden className="icon" />
      </summary>
      <div className="fold-content">{children}</div>
    </details>
  );
}
