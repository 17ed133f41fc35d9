import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Note } from '#app/components/ui/note';

const TEXTS: Record<string, string> = {
  auth_401: 'login.signed_out_auth_401',
  pair_token: 'login.signed_out_pair_token',
  reauth: 'login.signed_out_reauth',
  idle: 'login.signed_out_idle',
  expired: 'login.signed_out_expired',
};

/** Explains why the parent was logged out (8.1.10, 4.6.3). Renders nothing for an unknown reason. */
export function SignedOutNotice({ reason }: { reason: string | null }) {
  const { t } = useTranslation();
  const text = TEXTS[reason ?? ''];
  if (text === undefined) return null;
  return (
    <Note icon={<Info aria-hidden className="icon" />} role="status" state="pending">
      <p data-reason={reason}>{t(text)}</p>
    </Note>
  );
}
