import { useTranslation } from 'react-i18next';
import { ButtonLink } from '~/components/ui/button';
import { NoticeBox } from '~/features/shell/notice-box';
import { useClock } from '~/features/shell/use-clock';
import type { FormReply } from '~/server/form.server';
import { AccessActions } from './access-actions';
import { BedtimeCard } from './bedtime-card';
import { BlocksLeft } from './limit-line';
import type { loadManagePage } from './manage-page.server';
import { NowCard } from './now-card';

type Page = Awaited<ReturnType<typeof loadManagePage>>;

/** One child: the state in a sentence, the daily things, the proof, and Bedtime. */
export function ManagePage({ page, reply }: { page: Page; reply: FormReply | undefined }) {
  const { t } = useTranslation();
  const { child, status, bedtime, blocks, morning, now, parentZone } = page;
  const clock = useClock(child.timeZone, now);
  const parentClock = useClock(parentZone, now);
  const token = reply?.token ?? page.formToken;
  const left = <BlocksLeft clock={parentClock} limit={blocks.limit} resetsAt={blocks.resetsAt} used={blocks.used} />;
  const actions =
    status.devices.length === 0 ? (
      <div className="button-row now-connect">
        <ButtonLink kind="main" to={`/connect?child=${child.id}`}>
          {t('manage.connect_device')}
        </ButtonLink>
      </div>
    ) : (
      <AccessActions clock={clock} morning={morning} status={status} token={token} />
    );
  return (
    <div className="stack">
      <NoticeBox notice={reply?.notice} />
      <NowCard actions={actions} below={left} child={child} clock={clock} status={status} token={token} />
      {child.timeZone === parentZone ? null : (
        <p className="hint zone-hint" suppressHydrationWarning>
          {t('manage.zone', { zone: clock.zoneName() })}
        </p>
      )}
      {bedtime === null ? null : <BedtimeCard rule={bedtime} token={token} />}
    </div>
  );
}
