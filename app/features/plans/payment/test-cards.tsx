import { ChevronDown, FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SANDBOX_CARDS } from '#app/domain/sandbox-card';

/** The cards that testers need most, with the text of what happens. */
const SHOWN = [
  { card: SANDBOX_CARDS.tok_visa, key: 'plans.test_pays' },
  { card: SANDBOX_CARDS.tok_3ds, key: 'plans.test_bank' },
  { card: SANDBOX_CARDS.tok_declined, key: 'plans.test_declined' },
  { card: SANDBOX_CARDS.tok_insufficient_funds, key: 'plans.test_funds' },
  { card: SANDBOX_CARDS.tok_expired_card, key: 'plans.test_expired' },
  { card: SANDBOX_CARDS.tok_processing_error, key: 'plans.test_error' },
] as const;

/** Says that no money moves, and lists the numbers that the sandbox accepts. */
export function TestCards() {
  const { t } = useTranslation();
  return (
    <aside aria-label={t('plans.test_mode')} className="test-mode">
      <details open>
        <summary>
          <FlaskConical aria-hidden className="icon" />
          <strong>{t('plans.test_mode')}</strong>
          <span>{t('plans.no_money')}</span>
          <span className="test-mode-end">
            {t('plans.test_cards')}
            <ChevronDown aria-hidden className="icon-small" />
          </span>
        </summary>
        <table>
          <caption className="sr-only">{t('plans.test_cards')}</caption>
          <tbody>
            {SHOWN.map(({ card, key }) => (
              <tr key={key}>
                <td>
                  <code>{card.number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code>
                </td>
                <td>{t(key)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>{t('plans.test_text')}</p>
      </details>
    </aside>
  );
}
