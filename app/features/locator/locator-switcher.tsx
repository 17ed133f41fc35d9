import { Link } from '@remix-run/react';
import { Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ChildId } from '#app/domain/ids';
import type { SwitcherEntry } from '#app/features/children/child-switcher';
import { ChildAvatar } from '#app/features/children/profile/child-avatar';

/** Links to everyone and to each child, the shown child first (2.12, A111). `activeId`: null on the page of everyone. */
export function LocatorSwitcher({
  entries,
  activeId,
  toPath = (id) => `/locator/${id}`,
}: {
  entries: ReadonlyArray<SwitcherEntry>;
  activeId: ChildId | null;
  toPath?: (id: ChildId) => string;
}) {
  const { t } = useTranslation();
  const ordered = [...entries.filter(({ id }) => id === activeId), ...entries.filter(({ id }) => id !== activeId)];
  return (
    <nav aria-label={t('manage.choose_child')} className="switcher">
      <Link aria-current={activeId === null ? 'page' : undefined} to="/locator?all">
        <span aria-hidden className="loc-all">
          <Users className="icon" />
        </span>
        <span className="switcher-name">{t('locator.everyone')}</span>
      </Link>
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
