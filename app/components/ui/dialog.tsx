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

/** How a dialog is left: by a link to the page below it, or, where there is no page, by what the script does. */
export type WayOut = { label: string } & ({ to: string; onClose?: undefined } | { to?: undefined; onClose: () => void });

/** `hybrid` fills small screens and has a way back there; its arrow needs a name of its own. */
type Kind = { kind?: 'default' | 'info' } | { kind: 'hybrid'; backLabel: string };

/**
 * A modal window, open while it is rendered (2.18.1). `default`: a question or a short form; the way out is its first button. `info`: text
 * and one way out. `hybrid`: fills the screen below 768 px, a card above. With script it is modal: the rest is inert, the page stands
 * still, Esc and a tap beside it leave it (not when `isBlocking`), and the focus goes back to where it was. Without script it is part of
 * the page: give it an address (`?open=…`) and `wayOut.to` the page below. A link that opens it has `preventScrollReset`, a form in it
 * `replace`: a window that was left leaves nothing in the history.
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
  /** Further buttons, after the way out. */
  foot?: ReactNode;
  isBlocking?: boolean;
  children: ReactNode;
} & Kind) {
  const id = useId();
  const box = useRef<HTMLDialogElement>(null);
  const isBeside = useRef(false);
  // One that stands there already stays where it is when script takes it over: whoever is pressing a button would miss it.
  const wasWritten = useRef(!useHydrated()).current;
  const kind = look.kind ?? 'default';
  const leave = () => {
    if (wayOut.onClose !== undefined) wayOut.onClose();
    else box.current?.querySelector<HTMLAnchorElement>('a[data-way-out]')?.click();
  };
  // A form with method=dialog, or a system whose gesture cannot be stopped.
  useModal(box, id, () => {
    if (isBlocking) box.current?.showModal();
    else leave();
  });
  // Before the platform hears of it, which would close a blocking one at the second Esc.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (!isBlocking) leave();
  };
  // A gesture of the system.
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    if (event.target === box.current && !isBlocking) leave();
  };
  // A tap beside it begins and ends there: whoever drags a selection out of a field leaves nothing.
  const onPointerDown = (event: PointerEvent) => {
    isBeside.current = event.target === box.current;
  };
  const onClick = (event: MouseEvent) => {
    if (isBeside.current && event.target === box.current && !isBlocking) leave();
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

/** Goes back where the page below is the one before, and takes the window's place in the history where it is not. */
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

/** Makes the dialog modal for as long as it is there: the page below stands still, and gets the focus back. `onClosed`: closed by others. */
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
    // As the server wrote it, it is open but not modal. Whoever has scrolled in it, types or is about to press a button stays where they are:
    // becoming modal begins at its top.
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
