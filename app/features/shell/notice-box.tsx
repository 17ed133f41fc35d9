import { Link } from '@remix-run/react';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notice } from '~/server/form.server';
import { gapIn } from './wording';

/** What a form has to say as a whole; takes the focus so that it is heard and seen. */
export function NoticeBox({ notice }: { notice: Notice | null | undefined }) {
  const { t, i18n } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice) box.current?.focus();
  }, [notice]);
  if (!notice) return null;
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
