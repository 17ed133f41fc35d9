import { Link } from '@remix-run/react';
import { CircleAlert } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '#app/components/ui/use-hydrated';
import type { FormMessage } from '#app/server/form.server';
import { sentenceSeparator } from '../messages/wording';
import { toLimitReason } from './guard';

// Loaded on demand. If loading fails, the message shows in the page, as it does without script.
const LimitDialog = lazy(() =>
  import('./limit-dialog').then(
    ({ LimitDialog }) => ({ default: LimitDialog }),
    () => ({ default: ({ notice }: { notice: FormMessage }) => <InlineMessage notice={notice} /> }),
  ),
);

/**
 * Shows the form message. A message about an unsent form disappears when the browser is back online. With script, a reached limit shows as
 * a dialog (A50). `children` replaces the message text if the form has a more specific one.
 */
export function FormMessageBox({ notice, children = null }: { notice: FormMessage | null | undefined; children?: ReactNode }) {
  const isHydrated = useHydrated();
  const [dismissed, setDismissed] = useState<FormMessage | null>(null);
  useEffect(() => {
    if (notice?.key !== 'error_strings.offline_not_sent') return;
    const end = () => setDismissed(notice);
    if (navigator.onLine) end();
    window.addEventListener('online', end);
    return () => window.removeEventListener('online', end);
  }, [notice]);
  if (!notice || notice === dismissed) return null;
  const reason = toLimitReason(notice.key);
  if (reason === null || !isHydrated) return <InlineMessage notice={notice}>{children}</InlineMessage>;
  return (
    <Suspense>
      <LimitDialog notice={notice} onClose={() => setDismissed(notice)} reason={reason} />
    </Suspense>
  );
}

/** Shows the message in the page and focuses it, so that it is visible and screen readers read it. `autoFocus` does this without script. */
function InlineMessage({ notice, children = null }: { notice: FormMessage; children?: ReactNode }) {
  const { t, i18n } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run again for another message.
  useEffect(() => {
    box.current?.focus();
  }, [notice]);
  return (
    // biome-ignore lint/a11y/noAutofocus: after a form post, the page starts at its message
    <div autoFocus className="note" data-notice={notice.key} data-state="blocked" ref={box} role="alert" tabIndex={-1}>
      <CircleAlert aria-hidden className="icon" />
      {children === null ? (
        <p>
          {t(notice.key, notice.params)}
          {sentenceSeparator(i18n.language)}
          {notice.link === null ? null : <Link to={notice.link.to}>{t(notice.link.key)}</Link>}
        </p>
      ) : (
        <div>{children}</div>
      )}
    </div>
  );
}
