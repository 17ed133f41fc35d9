import { useFetchers } from '@remix-run/react';
import { Bell, MailOpen } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '~/components/ui/empty-state';
import type { NoticeId } from '~/domain/ids';
import { NoticeBox } from '~/features/shell/notice-box';
import { useClock } from '~/features/shell/use-clock';
import type { FormReply } from '~/server/form.server';
import { type ExpectedNotices, expectNotices } from './expect-notices';
import { NoticeDetail } from './notice-detail';
import { NoticeList } from './notice-list';
import type { loadNoticesPage } from './notices-page.server';

export type NoticesPageData = Awaited<ReturnType<typeof loadNoticesPage>>;

/** What the parent should hear of: the list, and the notice that is open beside it, or where there is no room in its place. */
export function NoticesPage({ page, expected, reply }: { page: NoticesPageData; expected: ExpectedNotices; reply: FormReply | undefined }) {
  const { t } = useTranslation();
  const { selectedNotifId, canDecide, zone, now } = page;
  const clock = useClock(zone, now);
  const token = reply?.token ?? page.formToken;
  const { groups, gone, isEmpty } = expected;
  const selected = groups.flatMap(({ notices }) => notices).find(({ id }) => id === selectedNotifId && !gone.has(id));
  const heading = useFollowedFocus(selectedNotifId);
  return (
    <div className="notices" data-selected={selected?.id} data-testid="notices">
      <NoticeBox notice={reply?.notice} />
      {isEmpty ? (
        <EmptyState heading="h1" icon={<Bell aria-hidden />} title={t('notices.empty_title')}>
          {t('notices.empty_text')}
        </EmptyState>
      ) : null}
      <div className="notices-columns" hidden={isEmpty}>
        <NoticeList clock={clock} expected={expected} page={page} token={token} />
        <div className="notices-side">
          {selected === undefined ? (
            <p className="notices-none">
              <MailOpen aria-hidden className="icon" />
              {t('notices.choose')}
            </p>
          ) : (
            <NoticeDetail canDecide={canDecide} heading={heading} key={selected.id} notice={selected} token={token} />
          )}
        </div>
      </div>
    </div>
  );
}

/** The list with everything in it that was tapped and is on its way. */
export function useExpectedNotices({ groups, now }: Pick<NoticesPageData, 'groups' | 'now'>): ExpectedNotices {
  const taps = useFetchers().flatMap(({ formAction, formData }) => (formAction === '/notifications' && formData ? [formData] : []));
  return expectNotices(groups, taps, now);
}

/** The focus goes to the notice that was opened, and back to its row when it is closed. Not when the page comes with one. */
function useFollowedFocus(selectedId: NoticeId | null): RefObject<HTMLHeadingElement> {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(selectedId);
  useEffect(() => {
    if (before.current === selectedId) return;
    if (selectedId === null) document.getElementById(`notice-${before.current}`)?.focus();
    else heading.current?.focus();
    before.current = selectedId;
  }, [selectedId]);
  return heading;
}
