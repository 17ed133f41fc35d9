import { Link } from '@remix-run/react';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notice } from '~/server/form.server';
import { gapIn } from './wording';

/** What a form has to say as a whole; takes the focus so that it is heard and seen. That the line is gone is said until it is back. */
export function NoticeBox({ notice }: { notice: Notice | null | undefined }) {
  const { t, i18n } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState<Notice | null>(null);
  useEffect(() => {
    if (notice) box.current?.focus();
  }, [notice]);
  useEffect(() => {
    if (notice?.key !== 'error_strings.offline_not_sent') return;
    const end = () => setOver(notice);
    if (navigator.onLine) end();
    window.addEventListener('online', end);
    return () => window.removeEventListener('online', end);
  }, [notice]);
  if (!notice || notice === over) return null;
  return (
    <div className="note" data-notice={notice.key} data-state="blocked" ref={box} role="alert" tabIndex={-1}>
      <CircleAlert aria-hidden className="icon" />
      <p>
        {t(notice.key, notice.params)}
        {gapIn(i18n.language)}
        {notice.link === null ? null : <Link to={notice.link.to}>{t(notice.link.key)}</Link>}
      </p>
    </div>
  );
}
