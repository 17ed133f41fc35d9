import { Link } from '@remix-run/react';
import { List, MapPin, Route } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LIST, type SheetState } from './sheet';

/** The bar at the lower edge of phones: the main action (`children`), then the list, the history and the places. */
export function LocatorDock({ children, historyOf, sheet }: { children: ReactNode; historyOf: string | null; sheet?: SheetState }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('locator.dock')} className="dock loc-dock only-narrow">
      {children}
      {sheet === undefined ? null : (
        <a
          className="button"
          href={LIST}
          onClick={(event) => {
            event.preventDefault();
            sheet.setOpen(true);
          }}
        >
          <List aria-hidden className="icon" />
          {t('locator.list')}
        </a>
      )}
      {historyOf === null ? null : (
        <Link className="button" to={`/locator/${historyOf}/history`}>
          <Route aria-hidden className="icon" />
          {t('locator.history')}
        </Link>
      )}
      <Link className="button" to="/locator?places#places">
        <MapPin aria-hidden className="icon" />
        {t('locator.places')}
      </Link>
    </nav>
  );
}
