import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { BREAKPOINTS, DRAWER_SNAPS } from './layout';
import { freezeScroll, releaseScroll } from './scroll-freeze';
import { useViewportWidth } from './use-viewport';

/** A finger that moved less than this was a tap, in px. */
const TAP_PX = 6;

/** A page that moved so far was scrolled on purpose, in px. */
const SCROLLED_PX = 24;

/** By how much the reader's letters are larger than usual: to the styles a window is smaller by as much. */
function letterScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

type Drag = { from: number; startHeight: number; height: number; wasUp: boolean };

/**
 * A sheet at the bottom edge that rests at 50 px or at the window's full height (9.3.5): its handle is tapped, dragged, or moved by key.
 * `only="small"`: below 768 px; on wider screens the children stand in the page as if there were no drawer. It is a `<details>`, so its
 * handle works before there is script, and where scripts are off all of it stands open in the page. Wrap and forget:
 * `<Drawer label={t('…')} only="small"><AuthForm … /></Drawer>`.
 * With `all` the page below stands still while it is up; with `small` the page can be read, and scrolling it folds the sheet.
 * `isOpen`: how the page begins, true after an error in a form inside. Keep the label to a few words: it has one line.
 */
export function Drawer({
  label,
  only = 'all',
  isOpen = false,
  children,
}: {
  label: string;
  only?: 'all' | 'small';
  isOpen?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const box = useRef<HTMLDetailsElement>(null);
  const drag = useRef<Drag | null>(null);
  const hasDragged = useRef(false);
  const [isUp, setUp] = useState(isOpen);
  const width = useViewportWidth();
  const isDrawer = width > 0 && (only === 'all' || width < BREAKPOINTS.md * letterScale());

  useEffect(() => {
    const { current: details } = box;
    if (details === null || width === 0) return;
    // Where the styles cannot show what is folded away.
    if (!isDrawer && !CSS.supports('selector(::details-content)')) details.open = true;
    setUp(details.open);
  }, [isDrawer, width]);

  useEffect(() => {
    if (!isUp || !isDrawer) return;
    if (only === 'all') {
      freezeScroll(id);
      return () => releaseScroll(id);
    }
    // It stands above a page that can be read: whoever scrolls that page wants it, unless a keyboard that came up has moved it.
    const from = window.scrollY;
    const onScroll = () => {
      const { current: details } = box;
      if (details === null || Math.abs(window.scrollY - from) < SCROLLED_PX || details.contains(document.activeElement)) return;
      details.open = false;
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, [id, isUp, isDrawer, only]);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!isDrawer || box.current === null || event.button !== 0) return;
    hasDragged.current = false;
    const startHeight = box.current.offsetHeight;
    drag.current = { from: event.clientY, startHeight, height: startHeight, wasUp: box.current.open };
    event.currentTarget.setPointerCapture?.(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    const { current: details } = box;
    if (drag.current === null || details === null) return;
    const moved = drag.current.from - event.clientY;
    if (!hasDragged.current && Math.abs(moved) < TAP_PX) return;
    hasDragged.current = true;
    details.dataset.dragged = '';
    details.open = true;
    drag.current.height = Math.min(window.innerHeight, Math.max(DRAWER_SNAPS.low, drag.current.startHeight + moved));
    details.style.setProperty('--height', `${drag.current.height}px`);
  };
  const onPointerEnd = () => {
    const { current: details } = box;
    const { current: last } = drag;
    drag.current = null;
    if (details?.dataset.dragged === undefined || last === null) return;
    delete details.dataset.dragged;
    details.style.removeProperty('--height');
    // A third of the way says enough.
    const full = last.wasUp ? last.startHeight : window.innerHeight;
    const share = (last.height - DRAWER_SNAPS.low) / (full - DRAWER_SNAPS.low);
    details.open = last.wasUp ? share > 2 / 3 : share > 1 / 3;
  };
  // The click that ends a drag is none; one by key (detail 0) always is.
  const onClick = (event: MouseEvent) => {
    if (hasDragged.current && event.detail !== 0) event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { current: details } = box;
    if (details === null || !isDrawer) return;
    const isOnHandle = event.target instanceof Element && event.target.closest('summary') !== null;
    if (event.key === 'Escape' && details.open) details.querySelector('summary')?.focus();
    else if (!isOnHandle || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    details.open = event.key === 'ArrowUp';
  };
  // What it covers must not get the focus unseen.
  const onBlur = (event: FocusEvent) => {
    if (isDrawer && box.current !== null && event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) {
      box.current.open = false;
    }
  };
  return (
    <details
      className="drawer"
      data-only={only}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      onToggle={(event) => setUp(event.currentTarget.open)}
      open={isOpen}
      ref={box}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the handle of a details element is a control. */}
      <summary
        className="drawer-handle"
        onClick={onClick}
        onPointerCancel={onPointerEnd}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
      >
        {label}
      </summary>
      <div className="drawer-content">{children}</div>
      <span className="drawer-end" hidden />
    </details>
  );
}
