import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { DeviceView } from '~/domain/device';
import type { ChildId } from '~/domain/ids';
import { Face, type FaceOf } from './face';

export type SwitcherEntry = FaceOf & { view: DeviceView };

/** The choice of child: the active one first, each with face, name and state (2.12). `toPath` names the same kind of page of another child. */
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
  const ordered = [...entries.filter(({ id }) => id === activeId), ...entries.filter(({ id }) => id !== activeId)];
  return (
    <nav aria-label={t('manage.choose_child')} className="switcher">
      {ordered.map((entry) => (
        <Link aria-current={entry.id === activeId ? 'page' : undefined} key={entry.id} to={toPath(entry.id)}>
          <Face child={entry} size="small" view={entry.view} />
          <span className="switcher-name">{entry.name}</span>
          <span className="sr-only">, {t(`state.${entry.view}`)}</span>
        </Link>
      ))}
    </nav>
  );
}
