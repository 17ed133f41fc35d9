import { Link } from '@remix-run/react';
import { Plus } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '#app/browser/lazy-component';
import { ButtonLink } from '#app/components/ui/button';
import { ChildPages } from '#app/features/children/profile/child-pages';
import { shortenName } from '#app/features/children/short-name';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import type { FormReply } from '#app/server/form.server';
import { DevicePages as WrittenPages } from './device-pages';
import { FamilyCard } from './family-card';
import type { loadFamilyPage } from './family-page.server';

// The server renders the dialogs with the page. A browser loads their code when one is opened.
const DevicePages = import.meta.env.SSR ? WrittenPages : lazyComponent(async () => (await import('./device-pages')).DevicePages);

type Page = Awaited<ReturnType<typeof loadFamilyPage>>;

/** The list of children, with the open dialog over it. */
export function FamilyPage({ page, reply }: { page: Page; reply: FormReply | undefined }) {
  const { picked, device, formToken, now } = page;
  const statuses = page.family.flatMap(({ status: { devices } }) => devices);
  return (
    <>
      {/* An open dialog shows the form message itself. */}
      {picked === null && device === null ? <FormMessageBox notice={reply?.notice} /> : null}
      <Family page={page} />
      {picked === null ? null : <ChildPages back="/my-family" picked={picked} reply={reply} token={formToken} />}
      {device === null ? null : (
        <Suspense>
          <DevicePages back="/my-family" now={now} picked={device} reply={reply} statuses={statuses} token={formToken} />
        </Suspense>
      )}
    </>
  );
}

function Family({ page }: { page: Page }) {
  const { t, i18n } = useTranslation();
  const { family, deviceCount, parentZone, now } = page;
  const unmanaged = family.flatMap(({ status: { devices } }) => devices).filter(({ view }) => view === 'unmanaged');
  // A device that several children use is listed once.
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
        <ButtonLink kind="main" preventScrollReset to="/my-family?new=1">
          <Plus aria-hidden className="icon" />
          {t('family.add_child')}
        </ButtonLink>
      </div>
      <div className="family">
        {family.map(({ child, status, today }) => (
          <FamilyCard child={child} key={child.id} now={now} parentZone={parentZone} status={status} today={today} />
        ))}
        <Link className="add" to={page.connectTo}>
          <Plus aria-hidden className="icon" />
          {t('family.add')}
        </Link>
      </div>
    </>
  );
}
