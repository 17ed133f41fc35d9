import { Link } from '@remix-run/react';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ChildPages } from '~/features/children/child-pages';
import { ConfirmRemoval } from '~/features/children/confirm-removal';
import { useClock } from '~/features/shell/use-clock';
import type { FormReply } from '~/server/form.server';
import { DeviceDetails } from './device-details';
import { FamilyCard } from './family-card';
import type { loadFamilyPage } from './family-page.server';

type Page = Awaited<ReturnType<typeof loadFamilyPage>>;

/** The list of children, or what is looked at closely. */
export function FamilyPage({ page, reply }: { page: Page; reply: FormReply | undefined }) {
  const { picked, device, formToken } = page;
  if (picked !== null) return <ChildPages back="/my-family" picked={picked} reply={reply} token={formToken} zones={page.zones} />;
  if (device !== null) return <OneDevice page={page} reply={reply} shown={device} />;
  return <Family page={page} />;
}

function OneDevice({ page, shown, reply }: { page: Page; shown: NonNullable<Page['device']>; reply: FormReply | undefined }) {
  const { t } = useTranslation();
  const clock = useClock(shown.zone, page.now);
  const { device, confirm } = shown;
  const status = page.family.flatMap(({ status: { devices } }) => devices).find(({ id }) => id === device.id) ?? null;
  if (!confirm) return <DeviceDetails clock={clock} device={device} reply={reply} status={status} token={page.formToken} />;
  return (
    <ConfirmRemoval
      back={`/my-family?device=${device.id}`}
      confirm={t('device.remove_sure')}
      field={{ name: 'device_id', value: device.id }}
      intent="remove-device"
      reply={reply}
      stays={t('device.remove_stays')}
      text={t('actions.delete_confirmation')}
      title={t('device.remove_question', { name: device.name })}
      token={page.formToken}
    />
  );
}

function Family({ page }: { page: Page }) {
  const { t } = useTranslation();
  const { family, deviceCount, parentZone, now } = page;
  return (
    <>
      <div className="page-head">
        <h1>
          {t('family.heading', {
            children: t('family.children', { count: family.length }),
            devices: t('family.devices', { count: deviceCount }),
          })}
        </h1>
      </div>
      <div className="family">
        {family.map(({ child, status }) => (
          <FamilyCard child={child} key={child.id} now={now} parentZone={parentZone} status={status} />
        ))}
        <Link className="add" to="/connect">
          <Plus aria-hidden className="icon" />
          {t('family.add')}
        </Link>
      </div>
    </>
  );
}
