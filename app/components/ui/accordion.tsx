import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** One fold of an accordion; of those with one `name` at most one is open. Opens with the spring of 9.3.8 where the browser can. */
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
