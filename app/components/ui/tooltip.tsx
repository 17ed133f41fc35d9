import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';

/**
 * A description of a control, shown on hover and focus and read by screen readers. The control needs its own name and must use
 * `describedBy`: `<Tooltip text={…}>{(describedBy) => <IconButton aria-describedby={describedBy} …/>}</Tooltip>`. With script, Esc hides
 * the description.
 */
export function Tooltip({
  text,
  align = 'center',
  children,
}: {
  text: ReactNode;
  /** The alignment with the control: `start` or `end` if the control is at the edge of the screen. */
  align?: 'start' | 'center' | 'end';
  children: (describedBy: string) => ReactNode;
}) {
  const id = useId();
  const [isHidden, setHidden] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isHidden) return;
    event.preventDefault();
    setHidden(true);
  };
  const show = () => setHidden(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the element only observes events of the control inside it.
    <span className="tooltip" onBlur={show} onKeyDown={onKeyDown} onMouseLeave={show}>
      {children(id)}
      <span className={`tooltip-text tooltip-${align}`} hidden={isHidden} id={id} role="tooltip">
        {text}
      </span>
    </span>
  );
}
