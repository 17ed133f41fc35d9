import { ChevronDown, ChevronUp } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '#app/components/ui/use-hydrated';
import { opensSheet } from './map/map-state';

/** The sheet's address, for links without script. */
export const LIST = '#list';
/** A movement shorter than this is a tap, in px. */
const TAP_PX = 6;
/** A longer movement opens or closes the sheet, in px. */
const SNAP_PX = 60;
/** Height of the sheet's bar, in px. */
const BAR_PX = 50;

/** Whether the sheet is open on phones, and how to change it. */
export type SheetState = { isOpen: boolean; setOpen: (isOpen: boolean) => void };

/** Returns the state of the sheet with script. Opens it if the page’s address says so (LOC-058). */
export function useSheet(): SheetState {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (opensSheet(window.location.hash)) setOpen(true);
  }, []);
  return { isOpen, setOpen };
}

/**
 * The list beside the map. On phones, a sheet at the lower edge that shows `peek` at rest (LOC-058): without script it opens as the target
 * of a link; with script by its button, by dragging or by the arrow keys, and Escape closes it.
 */
export function Sheet({
  sheet: { isOpen, setOpen },
  title,
  aside,
  peek,
  foot,
  children,
}: {
  sheet: SheetState;
  title: string;
  aside: ReactNode;
  peek: ReactNode;
  foot: ReactNode;
  children: ReactNode;
}) {
  const isHydrated = useHydrated();
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // The open sheet covers the map, so the user would not see a focus there.
    if (isOpen && relatedTarget !== null && !currentTarget.contains(relatedTarget)) setOpen(false);
  };
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return;
    currentTarget.querySelector('button')?.focus();
    setOpen(false);
  };
  return (
    <section
      aria-labelledby="list-title"
      className="loc-panel loc-sheet"
      data-sheet={isHydrated ? (isOpen ? 'open' : 'rest') : undefined}
      id="list"
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      {isHydrated ? (
        <Handle isOpen={isOpen} setOpen={setOpen}>
          {isOpen ? title : peek}
        </Handle>
      ) : (
        <PlainHandle peek={peek} title={title} />
      )}
      <div className="loc-panel-head">
        <h1 id="list-title">{title}</h1>
        {aside}
      </div>
      <div className="loc-rest" id="list-rest">
        {children}
      </div>
      {foot}
    </section>
  );
}

/** The bar before hydration: two links, of which styles show one. */
function PlainHandle({ peek, title }: { peek: ReactNode; title: string }) {
  const { t } = useTranslation();
  return (
    <>
      <a className="loc-bar loc-bar-more" href={LIST}>
        <span>{peek}</span>
        <span className="sr-only">{t('locator.show_list')}</span>
        <ChevronUp aria-hidden className="icon" />
      </a>
      <a className="loc-bar loc-bar-less" href="#main">
        <span>{title}</span>
        <span className="sr-only">{t('locator.show_map')}</span>
        <ChevronDown aria-hidden className="icon" />
      </a>
    </>
  );
}

function Handle({ isOpen, setOpen, children }: SheetState & { children: ReactNode }) {
  const { t } = useTranslation();
  const drag = useRef<{ from: number; wasOpen: boolean; moved: number } | null>(null);
  const sheetOf = (event: PointerEvent<HTMLElement>) => event.currentTarget.closest<HTMLElement>('.loc-sheet');
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    drag.current = { from: event.clientY, wasOpen: isOpen, moved: 0 };
    event.currentTarget.setPointerCapture?.(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { current } = drag;
    const sheet = sheetOf(event);
    if (current === null || sheet === null) return;
    current.moved = event.clientY - current.from;
    if (Math.abs(current.moved) < TAP_PX) return;
    // At full height the sheet can follow the finger.
    if (!isOpen) flushSync(() => setOpen(true));
    const rest = current.wasOpen ? 0 : sheet.offsetHeight - BAR_PX;
    sheet.style.setProperty('--drag', `${Math.max(0, rest + current.moved)}px`);
  };
  const onPointerEnd = (event: PointerEvent<HTMLElement>) => {
    const { current } = drag;
    sheetOf(event)?.style.removeProperty('--drag');
    if (current === null || Math.abs(current.moved) < TAP_PX) return;
    setOpen(current.wasOpen ? current.moved < SNAP_PX : current.moved < -SNAP_PX);
  };
  // A drag ends with a click, which has already been answered. A click by keyboard has no movement.
  const onClick = () => {
    const moved = drag.current?.moved ?? 0;
    drag.current = null;
    if (Math.abs(moved) < TAP_PX) setOpen(!isOpen);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    setOpen(event.key === 'ArrowUp');
  };
  const Icon = isOpen ? ChevronDown : ChevronUp;
  return (
    <button
      aria-controls="list-rest"
      aria-expanded={isOpen}
      className="loc-bar"
      onClick={onClick}
      onKeyDown={onKeyDown}
      onPointerCancel={onPointerEnd}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      type="button"
    >
      <span>{children}</span>
      <span className="sr-only">{t(isOpen ? 'locator.show_map' : 'locator.show_list')}</span>
      <Icon aria-hidden className="icon" />
    </button>
  );
}
