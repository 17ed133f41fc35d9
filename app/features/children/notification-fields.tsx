import type { NotificationId } from '~/domain/ids';
import { FormToken } from '~/features/shell/forms/form-token';

/** What every form of a notice sends. `back`: the page it stands on; `byScript`: the script sends it and stays there. */
export function NotificationFields({ id, token, back, byScript }: { id: NotificationId; token: string; back: string; byScript: boolean }) {
  return (
    <>
      <FormToken token={token} />
      <input name="notif_id" type="hidden" value={id} />
      <input name="back" type="hidden" value={back} />
      {byScript ? <input name="by" type="hidden" value="script" /> : null}
    </>
  );
}
