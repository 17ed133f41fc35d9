import { Check, CircleAlert, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { assertNever } from '#app/features/shell/frame/assert-never';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import type { Clock } from '#app/features/shell/time/use-clock';
import { type Receipt, toneOf } from './receipt';

/** Maximum time to confirmation, in ms, that the text shows as a duration. For a longer time, it shows when the command was requested. */
const SOON_MS = 60_000;

/** Shows the receipt of one device as text, with icon and color. */
export function ReceiptLine({ receipt, clock }: { receipt: Receipt; clock: Clock }) {
  const { i18n } = useTranslation();
  const [main, rest] = useWords(receipt, clock);
  return (
    <span className="receipt" data-receipt={receipt.kind} data-state={toneOf(receipt)}>
      <ReceiptIcon kind={receipt.kind} />
      <span>
        {main}
        {rest === null ? null : sentenceSeparator(i18n.language)}
        {rest === null ? null : <em>{rest}</em>}
      </span>
    </span>
  );
}

function ReceiptIcon({ kind }: { kind: Receipt['kind'] }) {
  if (kind === 'confirmed' || kind === 'reported') return <Check aria-hidden className="icon-small" />;
  if (kind === 'failed') return <CircleAlert aria-hidden className="icon-small" />;
  if (kind === 'unmanaged' || kind === 'ended') return <Unplug aria-hidden className="icon-small" />;
  // Animated only while a command is being delivered.
  return <span className={kind === 'sent' ? 'ring' : 'ring ring-still'} />;
}

function useWords(receipt: Receipt, clock: Clock): [ReactNode, string | null] {
  const { t } = useTranslation();
  switch (receipt.kind) {
    case 'saved':
      return [t('receipt.asked', { time: clock.seconds(receipt.at) }), t('receipt.asked_rest')];
    case 'sent':
      return [t('receipt.travelling', { time: clock.seconds(receipt.sentAt) }), t('receipt.travelling_rest')];
    case 'confirmed': {
      const time = clock.moment(receipt.at);
      const span = receipt.at - receipt.askedAt;
      return [
        t('receipt.confirmed', { time }),
        span < SOON_MS
          ? t('receipt.confirmed_rest', { span: clock.span(span) })
          : t('receipt.confirmed_late', { time: clock.moment(receipt.askedAt) }),
      ];
    }
    case 'failed':
      return [
        t('receipt.failed', { time: clock.moment(receipt.at) }),
        receipt.error === null ? null : t('receipt.device_says', { error: receipt.error }),
      ];
    case 'offline': {
      const rest = receipt.ownClock ? t('receipt.offline_own_clock') : receipt.waits ? t('receipt.offline_waits') : null;
      if (receipt.since === null) return [t('receipt.offline_never'), rest];
      return [t('receipt.offline', { time: clock.moment(receipt.since) }), rest];
    }
    case 'unmanaged':
      return [t('receipt.unmanaged'), receipt.since === null ? null : t('receipt.last_seen', { time: clock.moment(receipt.since) })];
    case 'ended':
      return [t(`receipt.${receipt.how}`, { time: clock.moment(receipt.at) }), null];
    case 'catching-up':
      return [t('receipt.following'), null];
    case 'reported':
      return [
        t('receipt.said', { time: clock.moment(receipt.at) }),
        receipt.failedAt === null ? null : t('receipt.failed_first', { time: clock.moment(receipt.failedAt) }),
      ];
    case 'never-reported':
      return [t('receipt.silent'), null];
    default:
      return assertNever(receipt);
  }
}
