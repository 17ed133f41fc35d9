import { Link } from '@remix-run/react';
import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toBellCount } from '~/domain/notification';

/** The way to the notices, with how many wait. What comes while the page stands is said once, and takes nobody away from what they do. */
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

/** How many more there are than a moment ago; 0 once there are fewer. */
function useArrived(unread: number): number {
  const before = useRef(unread);
  const [arrived, setArrived] = useState(0);
  useEffect(() => {
    if (unread !== before.current) setArrived(Math.max(0, unread - before.current));
    before.current = unread;
  }, [unread]);
  return arrived;
}
