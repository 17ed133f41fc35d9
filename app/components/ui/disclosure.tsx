import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';

/** A `<details>` that opens a panel above or below itself; with script it closes on Esc and when the focus leaves it. */
export function Disclosure({
  summary,
  label,
  className,
  children,
}: {
  summary: ReactNode;
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (details.current !== null) details.current.open = false;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || details.current?.open !== true) return;
    close();
    details.current.querySelector('summary')?.focus();
  };
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) close();
  };
  return (
    <details className={className} onBlur={onBlur} onKeyDown={onKeyDown} ref={details}>
      <summary aria-label={label}>{summary}</summary>
      {children}
    </details>
  );
}
