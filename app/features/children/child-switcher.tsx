import { Link } from '@remix-run/react';
import { type FocusEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceView } from '#app/domain/device';
import type { ChildId } from '#app/domain/ids';
import { type AvatarChild, ChildAvatar } from './profile/child-avatar';

export type SwitcherEntry = AvatarChild & { view: DeviceView };

/**
 * Links to all children with profile picture, name and state, the active child first (2.12). `toPath` returns the same page for another
 * child.
 */
export function ChildSwitcher({
  entries,
  activeId,
  toPath,
}: {
  entries: Array<SwitcherEntry>;
  activeId: ChildId;
  toPath: (id: ChildId) => string;
}) {
  const { t } = useTranslation();
  const row = useRef<HTMLElement>(null);
  // The active child moves to the front, so scroll back to the start.
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run again for another child.
  useEffect(() => {
    if (row.current !== null) row.current.scrollLeft = 0;
  }, [activeId]);
  // Browsers may leave a focused link half visible. Scrolls it into view for keyboard focus only, not for touch or mouse.
  const onFocus = ({ target }: FocusEvent) => {
    if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const ordered = [...entries.filter(({ id }) => id === activeId), ...entries.filter(({ id }) => id !== activeId)];
  return (
    <nav aria-label={t('manage.choose_child')} className="switcher" onFocus={onFocus} ref={row}>
      {ordered.map((entry) => (
        <Link aria-current={entry.id === activeId ? 'page' : undefined} key={entry.id} to={toPath(entry.id)}>
          <ChildAvatar child={entry} size="small" view={entry.view} />
          <span className="switcher-name">{entry.name}</span>
          <span className="sr-only">, {t(`state.${entry.view}`)}</span>
        </Link>
      ))}
    </nav>
  );
}
