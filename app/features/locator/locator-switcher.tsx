import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { ChildId } from '#app/domain/ids';
import { isolateName } from '#app/domain/isolate-name';
import type { Instant } from '#app/domain/time';
import { ChildAvatar } from '#app/features/children/profile/child-avatar';
import { useClock } from '#app/features/shell/time/use-clock';
import type { Place } from './locator.server';
import type { LocatedChild } from './locator-page.server';
import { lookOf } from './position-sentence';
import { usePositionWords } from './position-words';

/** What the switcher shows of all locator pages. `busyId`: the child that is being located, null for none. */
export type SwitcherPage = {
  children: ReadonlyArray<LocatedChild>;
  places: ReadonlyArray<Pick<Place, 'id' | 'name' | 'childIds'>>;
  now: Instant;
  busyId?: ChildId | null;
};

/**
 * Links to everyone and to each child, the shown child first (2.12, A111), each with where it was and when. `activeId`: null on the page of
 * everyone.
 */
export function LocatorSwitcher({
  page,
  activeId,
  toPath = (id) => `/locator/${id}`,
}: {
  page: SwitcherPage;
  activeId: ChildId | null;
  toPath?: (id: ChildId) => string;
}) {
  const { t } = useTranslation();
  const { children } = page;
  const ordered = [...children.filter(({ id }) => id === activeId), ...children.filter(({ id }) => id !== activeId)];
  return (
    <nav aria-label={t('manage.choose_child')} className="switcher loc-switcher">
      <Link aria-current={activeId === null ? 'page' : undefined} to="/locator?all">
        <span aria-hidden className="loc-faces">
          {children.slice(0, 3).map(({ id, colorSlot }) => (
            <i className={`face-${colorSlot}`} key={id} />
          ))}
        </span>
        <span className="switcher-name">
          {t('locator.everyone')}
          <small>{t('locator.children', { count: children.length })}</small>
        </span>
      </Link>
      {ordered.map((child) => (
        <ChildLink child={child} isActive={child.id === activeId} key={child.id} page={page} to={toPath(child.id)} />
      ))}
    </nav>
  );
}

function ChildLink({ child, page, isActive, to }: { child: LocatedChild; page: SwitcherPage; isActive: boolean; to: string }) {
  const { t } = useTranslation();
  const words = usePositionWords(useClock(child.zone, page.now), page.places);
  const position = child.device?.position ?? null;
  const place = position === null ? null : words.namedPlace(position);
  const age = position === null ? t('locator.device_nowhere') : words.ageOf(position);
  return (
    <Link aria-current={isActive ? 'page' : undefined} data-look={position === null ? undefined : lookOf(position, page.now)} to={to}>
      <ChildAvatar child={child} size="small" view={child.view} />
      <span className="switcher-name">
        {child.name}
        <span className="sr-only">, {t(`state.${child.view}`)}, </span>
        <small suppressHydrationWarning>
          {child.id === page.busyId ? (
            t('locator.locating_short')
          ) : (
            <>
              <span className="only-narrow">{age}</span>
              <span className="only-wide">
                {place === null ? age : t('locator.age_accuracy', { age: isolateName(place), accuracy: age })}
              </span>
            </>
          )}
        </small>
      </span>
    </Link>
  );
}
