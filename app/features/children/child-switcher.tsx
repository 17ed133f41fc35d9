import { NavLink } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { Child } from '~/domain/child';
import type { DeviceView } from '~/domain/device';
import type { ChildId } from '~/domain/ids';
import { Face } from './face';

export type SwitcherEntry = Pick<Child, 'id' | 'name' | 'colourSlot'> & { view: DeviceView };

/** The choice of child: the active one first, each with face, name and state (2.12). */
export function ChildSwitcher({ entries, activeId, panel }: { entries: Array<SwitcherEntry>; activeId: ChildId; panel: string }) {
  const { t } = useTranslation();
  const ordered = [...entries.filter(({ id }) => id === activeId), ...entries.filter(({ id }) => id !== activeId)];
  return (
    <nav aria-label={t('manage.choose_child')} className="switcher">
      {ordered.map(({ id, name, colourSlot, view }) => (
        <NavLink key={id} to={`/manage/${id}/${panel}`}>
          <Face colourSlot={colourSlot} name={name} size="small" view={view} />
          <span className="switcher-name">{name}</span>
          <span className="sr-only">, {t(`state.${view}`)}</span>
        </NavLink>
      ))}
    </nav>
  );
}
