import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageHandle } from '#app/browser/use-live';
import { ChildSwitcher } from '#app/features/children/child-switcher';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import type { FormReply } from '#app/server/form.server';
import { ManagePage, type ManagePageData } from './manage-page';

/** The title and live updates of every panel route. */
export const MANAGE_HANDLE = {
  title: 'manage.title',
  live: {
    hints: [
      'account',
      'user',
      'device',
      'block_status',
      'rule',
      'usage',
      'command',
      'subscription',
      'granularity',
      'installed_apps',
      'notification',
    ],
    poll: { kind: 'block-status' },
  },
} satisfies PageHandle;

/** The page of one panel in its frame. The child switcher keeps the panel (NAV-027). */
export function ManageFrame({ page, reply, children }: { page: ManagePageData; reply: FormReply | undefined; children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <AppFrame
      pageName={t('frame.manage')}
      switcher={<ChildSwitcher activeId={page.child.id} entries={page.entries} toPath={(id) => `/manage/${id}/${page.panel}`} />}
      accountState={page.accountState}
    >
      <ManagePage key={page.child.id} page={page} panel={children} reply={reply} />
    </AppFrame>
  );
}
