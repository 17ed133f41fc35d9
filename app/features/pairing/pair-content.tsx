import type { FormReply } from '#app/server/form.server';
import { DeviceLimit } from './connect-page';
import { NoScriptRefresh, PairCode, PairDone, PairHelp, PairInstall, PairNotYet } from './pair-page';
import type { PairPage } from './pair-page.server';
import { Steps } from './steps';

/** The content of one page of /pair/{page?}. The device limit replaces the code once the plan allows no more devices. */
export function PairContent({
  page,
  open,
  full,
  device,
  manageTo,
  formToken,
  hasWaysOpen,
  apps,
  isDemonstration,
  reply,
}: PairPage & { reply: FormReply | undefined }) {
  const source = { apps, isDemonstration };
  return (
    <>
      <Steps current={page === 'confirm' || page === 'done' ? 3 : 2} />
      {full !== null && (page === 'code' || page === 'confirm') ? (
        <>
          {/* Reloads, because another tab or the other parent may remove a device or change the plan. */}
          <NoScriptRefresh />
          <DeviceLimit {...full} />
        </>
      ) : null}
      {full === null && page === 'code' ? (
        <>
          <PairCode pairing={open} reply={reply} source={source} token={formToken} />
          <PairHelp isDemonstration={isDemonstration} isOpen={hasWaysOpen} pairing={open} />
        </>
      ) : null}
      {full === null && page === 'confirm' ? <PairNotYet pairing={open} /> : null}
      {page === 'install' ? <PairInstall pairing={open} source={source} /> : null}
      {page === 'done' ? <PairDone device={device} manageTo={manageTo} name={open.childName} /> : null}
    </>
  );
}
