import { Link } from '@remix-run/react';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '~/components/ui/button';
import { ChildPages } from '~/features/children/child-pages';
import { ConfirmRemoval } from '~/features/children/confirm-removal';
import { isolateName } from '~/features/children/isolate-name';
import { shortenName } from '~/features/children/short-name';
import { useClock } from '~/features/shell/use-clock';
import type { FormReply } from '~/server/form.server';
import { DeviceDetails } from './device-details';
import { FamilyCard } from './family-card';
import type { loadFamilyPage } from './family-page.server';

type Page = Awaited<ReturnType<typeof loadFamilyPage>>;

/** The list of children, and over it what is looked at closely. */
export function FamilyPage({ page, reply }: { page: Page; reply: FormReply | undefined }) {
  const { picked, device, formToken } = page;
  return (
    <>
      <Family page={page} />
      {picked === null ? null : <ChildPages back="/my-family" picked={picked} reply={reply} token={formToken} zones={page.zones} />}
      {picked !== null || device === null ? null : <OneDevice page={page} reply={reply} shown={device} />}
    </>
  );
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
      title={t('device.remove_question', { name: isolateName(device.name) })}
      token={page.formToken}
    />
  );
}

function Family({ page }: { page: Page }) {
  const { t, i18n } = useTranslation();
  const { family, deviceCount, parentZone, now } = page;
  const unmanaged = family.flatMap(({ status: { devices } }) => devices).filter(({ view }) => view === 'unmanaged');
  // One device of several children is one device.
  const names = [...new Map(unmanaged.map(({ id, name }) => [id, shortenName(name)])).values()];
  return (
    <>
      <div className="family-head">
        <div>
          <h1>
            {t('family.heading', {
              children: t('family.children', { count: family.length }),
              devices: t('family.devices', { count: deviceCount }),
            })}
          </h1>
          {names.length === 0 ? null : (
            <p className="text-muted">
              {t('sentence.unmanaged_devices', {
                count: names.length,
                devices: new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names),
              })}
            </p>
          )}
        </div>
        <ButtonLink kind="main" to="/connect?child=new">
          <Plus aria-hidden className="icon" />
          {t('family.add_child')}
        </ButtonLink>
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
