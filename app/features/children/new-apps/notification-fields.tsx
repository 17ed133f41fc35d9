import type { NotificationId } from '#app/domain/ids';
import { FormToken } from '#app/features/shell/forms/form-token';

/**
 * Hidden fields of every notification form. `back` is the page that contains the form. `byScript` keeps the parent on that page instead of
 * redirecting.
 */
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
