import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#app/components/ui/empty-state';
import type { Instant } from '#app/domain/time';
import { useClock } from '#app/features/shell/time/use-clock';

export type ReceivedMail = { id: string; to: string; subject: string; text: string; at: Instant };

const LINK = /(https?:\/\/[^\s<>"]+)/;

/** Lists the emails that the demonstration stored instead of sending them. */
export function Mailbox({ mails, now }: { mails: Array<ReceivedMail>; now: Instant }) {
  const { t } = useTranslation();
  const clock = useClock('UTC', now);
  return (
    <div className="stack">
      <div>
        <h1 className="sentence">{t('mailbox.title')}</h1>
        <p className="text-muted">{t('mailbox.text')}</p>
      </div>
      {mails.length === 0 ? (
        <section className="card">
          <EmptyState icon={<Mail aria-hidden />} title={t('mailbox.empty')} />
        </section>
      ) : null}
      {mails.map(({ id, to, subject, text, at }) => (
        <article className="card stack stack-tight mail" key={id}>
          <h2>{subject}</h2>
          <p className="small text-muted">{t('mailbox.about', { to, time: clock.moment(at) })}</p>
          <p className="mail-text">
            {toParts(text).map(({ at: place, part }) => (
              <MailPart key={place} text={part} />
            ))}
          </p>
        </article>
      ))}
    </div>
  );
}

/** Splits a text at its links. Returns each part with its offset. */
function toParts(text: string): Array<{ at: number; part: string }> {
  let at = 0;
  return text.split(LINK).map((part) => {
    const piece = { at, part };
    at += part.length;
    return piece;
  });
}

function MailPart({ text }: { text: string }) {
  return LINK.test(text) ? <a href={text}>{text}</a> : text;
}
