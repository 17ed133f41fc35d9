import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { sentenceSeparator } from './wording';

/** Lists what still works when a page cannot be shown. */
export function ReassuranceList() {
  const { t, i18n } = useTranslation();
  const gap = sentenceSeparator(i18n.language);
  return (
    <ul className="true-list">
      <li>
        <ShieldCheck aria-hidden className="icon" />
        <span>
          <strong>{t('error.rules_title')}</strong>
          {gap}
          {t('error.rules_text')}
        </span>
      </li>
      <li>
        <ShieldCheck aria-hidden className="icon" />
        <span>
          <strong>{t('error.nothing_lost_title')}</strong>
          {gap}
          {t('error.nothing_lost_text')}
        </span>
      </li>
    </ul>
  );
}
