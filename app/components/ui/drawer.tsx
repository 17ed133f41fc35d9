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

/** A movement shorter than this is a tap, in px. */
const TAP_PX = 6;

/** Scrolling by more than this closes the drawer, in px. */
const SCROLLED_PX = 24;

/** Returns the user's font size relative to 16 px, because the breakpoints in the styles are in rem. */
function letterScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

type Drag = { from: number; startHeight: number; height: number; wasUp: boolean };

/**
 * A bottom sheet with a height of 50 px or the full window (9.3.5). The user can tap or drag its handle, or use the arrow keys. Works
 * before hydration as `<details>`; without script, the content is open in the page.
 *
 * With `only="all"`, the page does not scroll while the drawer is open. With `only="small"`, it is a drawer below 768 px and part of the
 * page on wider screens. Scrolling the page below closes it. `isOpen` is the initial state: set it after an error in a form inside. `label`
 * must fit on one line.
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
    // Without ::details-content, the styles cannot show the content of a closed `<details>`.
    if (!isDrawer && !CSS.supports('selector(::details-content)')) details.open = true;
    setUp(details.open);
  }, [isDrawer, width]);

  useEffect(() => {
    if (!isUp || !isDrawer) return;
    if (only === 'all') {
      freezeScroll(id);
      return () => releaseScroll(id);
    }
    // Scrolling the page below closes the drawer, unless the focus is in the drawer: then the on-screen keyboard may have scrolled the
    // page.
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
    // The drawer opens or closes after a third of the way.
    const full = last.wasUp ? last.startHeight : window.innerHeight;
    const share = (last.height - DRAWER_SNAPS.low) / (full - DRAWER_SNAPS.low);
    details.open = last.wasUp ? share > 2 / 3 : share > 1 / 3;
  };
  // Ignores the click that ends a drag, but not a keyboard click (detail 0).
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
  // Closes when the focus moves to the covered page, because the user would not see the focus.
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a native control. */}
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
