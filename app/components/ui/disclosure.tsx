import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * A `<details>` with a panel above or below its button. With script, it closes on Esc, on a tap outside and when the focus leaves. The
 * arrow keys move through its items.
 */
export function Disclosure({
  summary,
  label,
  className,
  isOpen: opens = false,
  children,
}: {
  summary: ReactNode;
  label?: string;
  className?: string;
  /** Whether the panel is open on page load. */
  isOpen?: boolean;
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(opens);
  const close = () => {
    if (details.current !== null) details.current.open = false;
  };
  useEffect(() => {
    if (!isOpen) return;
    const onPointerDown = ({ target }: PointerEvent) => {
      if (details.current !== null && target instanceof Node && !details.current.contains(target)) details.current.open = false;
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    const { current } = details;
    if (current?.open !== true) return;
    if (event.key === 'Escape') {
      // Keeps a surrounding dialog open.
      event.preventDefault();
      close();
      current.querySelector('summary')?.focus();
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const stops = [...current.querySelectorAll<HTMLElement>('summary, a[href], button:not([disabled])')];
    const at = document.activeElement instanceof HTMLElement ? stops.indexOf(document.activeElement) : -1;
    if (step === 0 || at < 0) return;
    event.preventDefault();
    stops.at((at + step) % stops.length)?.focus();
  };
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) close();
  };
  return (
    <details
      className={className}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      open={opens}
      ref={details}
    >
      <summary aria-label={label}>{summary}</summary>
      {children}
    </details>
  );
}
