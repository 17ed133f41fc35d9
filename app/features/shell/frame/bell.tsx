import { Link } from '@remix-run/react';
import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toBellCount } from '#app/domain/notification';

/** Link to the notifications, with the number of unread ones. Screen readers announce new notifications once, without a change of focus. */
export function Bell({ unread }: { unread: number }) {
  const { t } = useTranslation();
  const count = toBellCount(unread);
  const arrived = useArrived(unread);
  return (
    <>
      <Link
        aria-label={count === null ? t('notices.title') : t('notices.bell', { count: unread })}
        className="icon-button bell"
        to="/notifications"
      >
        <BellIcon aria-hidden className="icon" />
        {count === null ? null : (
          <span aria-hidden className="bell-count">
            {count}
          </span>
        )}
      </Link>
      <span className="sr-only" data-testid="arrived" role="status">
        {arrived === 0 ? null : t('notices.arrived', { count: arrived })}
      </span>
    </>
  );
}

/** Returns how many more notifications are unread than before the last change; 0 after a decrease. */
function useArrived(unread: number): number {
  const before = useRef(unread);
  const [arrived, setArrived] = useState(0);
  useEffect(() => {
    if (unread !== before.current) setArrived(Math.max(0, unread - before.current));
    before.current = unread;
  }, [unread]);
  return arrived;
}
