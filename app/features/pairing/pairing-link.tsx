import { Link } from '@remix-run/react';
import { type MouseEvent, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { splitAtTag } from '#app/features/shell/messages/wording';
import { CLOSED_PAIRING_WINDOW, changePairingWindow, openPairingWindow } from './pairing-window';

/** A link to the pairing page. With script, it also shows the next step after a click. */
export function PairingLink({ link }: { link: string }) {
  const { t } = useTranslation();
  const opened = splitAtTag(t('pair.opened'));
  const [state, change] = useReducer(changePairingWindow, CLOSED_PAIRING_WINDOW);
  const onClick = (event: MouseEvent) => {
    change('opening');
    const isOpen = openPairingWindow((url) => window.open(url, 'pairing'), link);
    change(isOpen ? 'opened' : 'failed');
    // If the browser blocks the new window, the link opens normally.
    if (isOpen) event.preventDefault();
  };
  return (
    <p>
      <a href={link} onClick={onClick} rel="noreferrer" target="_blank">
        {t('pair.open_link')}
      </a>
      {state.hasModalFooter && state.wasMdmDownloaded ? (
        <span className="hint block" role="status">
          {opened.before}
          <Link onClick={() => change('checked')} to="/pair/confirm">
            {opened.marked}
          </Link>
          {opened.after}
        </span>
      ) : null}
    </p>
  );
}
