import { Link, type LinkProps, useNavigate } from '@remix-run/react';
import { ArrowLeft, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
} from 'react';
import { Button } from './button';
import { isEntryBefore } from './history';
import { addOpenDialog } from './open-dialogs';
import { freezeScroll, releaseScroll } from './scroll-freeze';
import { useHydrated } from './use-hydrated';

/** How a dialog is closed: by a link to the page below, or by `onClose` if the dialog has no URL. */
export type WayOut = { label: string } & ({ to: string; onClose?: undefined } | { to?: undefined; onClose: () => void });

/** `hybrid` fills small screens and shows a back arrow there, which needs a label. */
type Kind = { kind?: 'default' | 'info' } | { kind: 'hybrid'; backLabel: string };

/**
 * A modal dialog, open while rendered (2.18.1).
 *
 * - `default`: a question or a short form; its first button is `wayOut`
 * - `info`: text with `wayOut` only
 * - `hybrid`: fills the screen below 768 px; a card on wider screens
 *
 * With script, the rest of the page is inert and does not scroll. Esc and a tap outside close the dialog, unless it `isBlocking`. The focus
 * then returns to the opener. Without script, the dialog is part of a page: give it a URL (`?open=…`) and set `wayOut.to` to the page
 * below. Use `preventScrollReset` on links to it and `replace` on forms inside, so that Back does not open a closed dialog.
 */
export function Dialog({
  title,
  wayOut,
  foot,
  isBlocking = false,
  children,
  ...look
}: {
  title: ReactNode;
  wayOut: WayOut;
  /** Buttons after `wayOut`. */
  foot?: ReactNode;
  isBlocking?: boolean;
  children: ReactNode;
} & Kind) {
  const id = useId();
  const box = useRef<HTMLDialogElement>(null);
  const startedOutside = useRef(false);
  // A dialog in the server's HTML must not move on hydration: the user may be about to press a button.
  const wasWritten = useRef(!useHydrated()).current;
  const kind = look.kind ?? 'default';
  const leave = () => {
    if (wayOut.onClose !== undefined) wayOut.onClose();
    else box.current?.querySelector<HTMLAnchorElement>('a[data-way-out]')?.click();
  };
  // Handles a close by a form with method=dialog, or by a system gesture that cannot be canceled.
  useModal(box, id, () => {
    if (isBlocking) box.current?.showModal();
    else leave();
  });
  // Handles Esc before the browser does. The browser would close a blocking dialog on the second Esc.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (!isBlocking) leave();
  };
  // Handles a system gesture, such as Back on Android.
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    if (event.target === box.current && !isBlocking) leave();
  };
  // A tap outside must start and end outside. Dragging a text selection out of a field does not close the dialog.
  const onPointerDown = (event: PointerEvent) => {
    startedOutside.current = event.target === box.current;
  };
  const onClick = (event: MouseEvent) => {
    if (startedOutside.current && event.target === box.current && !isBlocking) leave();
  };
  return (
    <>
      <div className="overlay" />
      <dialog
        aria-labelledby={`${id}-title`}
        className={`dialog dialog-${kind}${wasWritten ? ' dialog-still' : ''}`}
        onCancel={onCancel}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        open
        ref={box}
      >
        <div className="dialog-card">
          <header className="dialog-head">
            {look.kind === 'hybrid' ? (
              <CornerWayOut className="only-narrow" label={look.backLabel} wayOut={wayOut}>
                <ArrowLeft aria-hidden className="icon" />
              </CornerWayOut>
            ) : null}
            <h2 className="grow" id={`${id}-title`}>
              {title}
            </h2>
            {look.kind === 'hybrid' ? (
              <CornerWayOut className="only-wide" label={wayOut.label} wayOut={wayOut}>
                <X aria-hidden className="icon" />
              </CornerWayOut>
            ) : null}
          </header>
          <div className="dialog-body stack">{children}</div>
          {kind === 'hybrid' && foot === undefined ? null : (
            <footer className="sheet-foot">
              {kind === 'hybrid' ? null : <WayOutButton isMain={kind === 'info'} wayOut={wayOut} />}
              {foot}
            </footer>
          )}
        </div>
      </dialog>
    </>
  );
}

function WayOutButton({ wayOut, isMain }: { wayOut: WayOut; isMain: boolean }) {
  const kind = isMain ? 'main' : 'plain';
  return wayOut.to === undefined ? (
    <Button kind={kind} onClick={wayOut.onClose} type="button">
      {wayOut.label}
    </Button>
  ) : (
    <WayOutLink className={`button button-${kind}`} to={wayOut.to}>
      {wayOut.label}
    </WayOutLink>
  );
}

function CornerWayOut({ wayOut, label, className, children }: { wayOut: WayOut; label: string; className: string; children: ReactNode }) {
  const look = `icon-button ${className}`;
  return wayOut.to === undefined ? (
    <button aria-label={label} className={look} onClick={wayOut.onClose} type="button">
      {children}
    </button>
  ) : (
    <WayOutLink aria-label={label} className={look} to={wayOut.to}>
      {children}
    </WayOutLink>
  );
}

/** A link that closes the dialog. Goes back if the previous history entry is the page below; otherwise replaces the dialog's entry. */
function WayOutLink({ to, ...rest }: { to: string } & LinkProps) {
  const navigate = useNavigate();
  const onClick = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || !isEntryBefore(to)) return;
    event.preventDefault();
    navigate(-1);
  };
  return <Link data-way-out onClick={onClick} preventScrollReset replace to={to} {...rest} />;
}

/**
 * Makes the dialog modal while mounted: freezes the page's scrolling, and returns the focus on unmount. Calls `onClosed` when the browser
 * closed the dialog.
 */
function useModal(box: { current: HTMLDialogElement | null }, id: string, onClosed: () => void): void {
  const closed = useRef(onClosed);
  closed.current = onClosed;
  useEffect(() => {
    const { current: dialog } = box;
    if (dialog === null) return;
    const opener = document.activeElement;
    const onClose = () => {
      if (!dialog.open) closed.current();
    };
    // The server rendered the dialog open but not modal. `showModal` scrolls to the top, so keep the user's scroll position and focus.
    const { scrollTop } = dialog;
    dialog.removeAttribute('open');
    dialog.showModal();
    dialog.scrollTop = scrollTop;
    if (opener instanceof HTMLElement && dialog.contains(opener)) opener.focus({ preventScroll: true });
    dialog.addEventListener('close', onClose);
    freezeScroll(id);
    const remove = addOpenDialog(dialog);
    return () => {
      remove();
      releaseScroll(id);
      dialog.removeEventListener('close', onClose);
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [box, id]);
}
