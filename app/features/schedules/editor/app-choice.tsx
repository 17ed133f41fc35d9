import { Link } from '@remix-run/react';
import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#app/components/ui/checkbox';
import { Segmented } from '#app/components/ui/choice';
import { Group } from '#app/components/ui/group';
import { Note } from '#app/components/ui/note';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import type { ScheduledApp } from '../schedules.server';

/**
 * Chooses whether a schedule applies to the whole device or to single apps (RULE-031). This choice is fixed once the schedule is created;
 * the apps can change. If the plan lacks app schedules, describes them and links to the plan.
 */
export function AppChoice({
  scope,
  chosen,
  apps,
  isNew,
  hasApps,
  errors,
}: {
  scope: 'device' | 'apps';
  chosen: Array<string>;
  /** Null if the apps could not be read. */
  apps: Array<ScheduledApp> | null;
  isNew: boolean;
  hasApps: boolean;
  errors: Array<string> | undefined;
}) {
  const { t, i18n } = useTranslation();
  if (!isNew && scope === 'device') return null;
  if (!hasApps && isNew) {
    return (
      <Note icon={<Lock aria-hidden className="icon" />}>
        <strong>{t('schedules.apps_locked')}</strong>
        <p>
          {t('schedules.apps_locked_hint')}
          {sentenceSeparator(i18n.language)}
          <Link to="/subscription">{t('limits.see_plan')}</Link>
        </p>
      </Note>
    );
  }
  const shown = apps ?? chosen.map((bundleId) => ({ bundleId, name: bundleId }));
  return (
    <div className="whom">
      {isNew ? (
        <Segmented
          defaultValue={scope}
          id="schedule-scope"
          label={t('schedules.whom')}
          name="scope"
          options={[
            { value: 'device', label: t('schedules.whom_device') },
            { value: 'apps', label: t('schedules.whom_apps') },
          ]}
        />
      ) : (
        <input name="scope" type="hidden" value="apps" />
      )}
      <div className="whom-apps">
        <Group
          errors={toErrorTexts(t, errors)}
          hint={apps === null ? t('schedules.apps_unknown') : undefined}
          id="schedule-apps"
          label={t('schedules.apps')}
        >
          {apps?.length === 0 ? <p className="hint">{t('schedules.apps_none')}</p> : null}
          {shown.map(({ bundleId, name }) => (
            <Checkbox
              defaultChecked={chosen.includes(bundleId)}
              id={`schedule-app-${bundleId}`}
              key={bundleId}
              label={name}
              name="apps"
              value={bundleId}
            />
          ))}
        </Group>
      </div>
    </div>
  );
}
