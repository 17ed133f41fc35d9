import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';

/**
 * A remark on a control, shown while it is pointed at or has the focus (a tap gives it), and read to those who cannot see it. The control
 * has a name of its own and takes `describedBy`: `<Tooltip text={…}>{(describedBy) => <IconButton aria-describedby={describedBy} …/>}</Tooltip>`.
 * With script Esc hides it.
 */
export function Tooltip({
  text,
  align = 'center',
  children,
}: {
  text: ReactNode;
  /** Which side it keeps to: `start` and `end` where the control is at the edge of the screen. */
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what the control inside hears.
    <span className="tooltip" onBlur={show} onKeyDown={onKeyDown} onMouseLeave={show}>
      {children(id)}
      <span className={`tooltip-text tooltip-${align}`} hidden={isHidden} id={id} role="tooltip">
        {text}
      </span>
    </span>
  );
}
