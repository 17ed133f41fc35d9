import { Link } from '@remix-run/react';
import { Info, MonitorSmartphone, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#app/components/ui/button';
import { EmptyState } from '#app/components/ui/empty-state';
import { Note } from '#app/components/ui/note';
import type { Child } from '#app/domain/child';
import type { DeviceLimitMessage, LimitValue } from '#app/domain/plan';
import { ChildAvatar } from '#app/features/children/profile/child-avatar';
import { toLimitLink } from './limit-link';

/** Shows the device limit (A44): instead of the form if the limit is reached, as a hint otherwise. */
export function DeviceLimit({ message, limit, helpUrl }: { message: DeviceLimitMessage; limit: LimitValue; helpUrl: string }) {
  const { t } = useTranslation();
  const words = t(`messages.${message}`, { count: typeof limit === 'number' ? limit : 0 });
  const link = toLimitLink(message, helpUrl);
  if (link === null) {
    return (
      <Note icon={<Info aria-hidden className="icon" />} role="status" state="pending">
        <p data-limit={message}>{words}</p>
      </Note>
    );
  }
  const waysOn = (
    <div className="button-row">
      <ButtonLink kind="main" to={link.to}>
        {t(link.key)}
      </ButtonLink>
      <ButtonLink to="/my-family">{t('connect.remove_device')}</ButtonLink>
    </div>
  );
  return (
    <section className="card" data-limit={message} role="status">
      <EmptyState action={waysOn} heading="h1" icon={<MonitorSmartphone aria-hidden className="icon" />} title={words} />
    </section>
  );
}

const PLACES: Record<string, string> = { manage: 'frame.manage', 'my-family': 'frame.my_family', notifications: 'notices.title' };

/**
 * Explains why a page redirected here before the first device was paired (A149). `place`: the requested page. An unknown value gets the
 * general text.
 */
export function NeedsDevice({ place }: { place: string }) {
  const { t } = useTranslation();
  const key = Object.hasOwn(PLACES, place) ? PLACES[place] : undefined;
  return (
    <Note icon={<Info aria-hidden className="icon" />} key={place} role="status">
      <p data-testid="needs-device">{key === undefined ? t('connect.needs_device') : t('connect.place_needs_device', { place: t(key) })}</p>
    </Note>
  );
}

/**
 * Lists children without a device, with links to add and edit one. Other pages redirect a parent without devices here (A39). A parent whose
 * plan allows no more devices can still add children.
 */
export function ChildrenWithoutDevice({ family }: { family: Array<Child> }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="without-device" className="card stack stack-tight">
      <h2 id="without-device">{t('connect.without_device')}</h2>
      {family.length === 0 ? null : (
        <ul className="plain-list">
          {family.map((child) => (
            <li key={child.id}>
              <ChildAvatar child={child} size="small" />
              <span className="grow">
                <bdi>{child.name}</bdi>
              </span>
              <Link preventScrollReset to={`/connect?child=${child.id}&edit=1`}>
                {t('actions.edit')}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className="button-row">
        <ButtonLink preventScrollReset to="/connect?new=1">
          <UserPlus aria-hidden className="icon" />
          {t('connect.child_only')}
        </ButtonLink>
      </div>
    </section>
  );
}
