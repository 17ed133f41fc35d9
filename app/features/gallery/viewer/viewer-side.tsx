import { Form, Link, useNavigation } from '@remix-run/react';
import { KeyRound, MonitorSmartphone, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Fact, Facts } from '#app/components/ui/facts';
import { UnlockGate } from '#app/features/keys/unlock-gate';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { Clock } from '#app/features/shell/time/use-clock';
import { CategoryIcon } from '../list/category-icon';
import { useGalleryWords } from '../list/use-gallery-words';
import { useRevealed } from '../pictures/revealed';
import type { ShownDetails } from '../pictures/use-details';
import { useAccountId } from '../pictures/use-picture';
import { IgnoreTerms } from './ignore-terms';
import { MarkedText } from './marked-text';
import { SaveButtons } from './save-buttons';
import type { ViewerPage } from './viewer';

/** What is known about a screenshot. App and text appear once they are decrypted, and with a possible hit once the parent reveals it. */
export function ViewerSide({ page, clock, shown }: { page: ViewerPage; clock: Clock; shown: ShownDetails }) {
  const { t } = useTranslation();
  const words = useGalleryWords(clock);
  const accountId = useAccountId();
  const { child, sample, deviceName, deletedAt, search } = page;
  const [hit] = sample.hits;
  const { isRevealed } = useRevealed(sample.id);
  const isVeiled = hit !== undefined && !isRevealed;
  const details = shown.kind === 'open' && !isVeiled ? shown.details : null;
  return (
    <aside aria-label={t('viewer.details')} className="v-side">
      <UnlockGate accountId={accountId} />
      <div className="v-head">
        <span aria-hidden className="v-app">
          <MonitorSmartphone className="icon" />
        </span>
        <div>
          <h1 dir="auto">{details?.app?.name ?? t('viewer.untitled')}</h1>
          <p className="text-muted">
            <time dateTime={new Date(sample.at).toISOString()} suppressHydrationWarning>
              {clock.date(sample.at)}, {clock.time(sample.at)}
            </time>
          </p>
        </div>
      </div>
      <noscript>
        <p className="note">{t('viewer.needs_script')}</p>
      </noscript>
      {hit === undefined ? null : (
        <div className="v-hit">
          <span className="v-hit-icon">
            <CategoryIcon category={hit.category} />
          </span>
          <p>
            <strong>{words.possible(sample.hits)}</strong> {t('viewer.possible_hint')}
          </p>
        </div>
      )}
      {shown.kind === 'open' && isVeiled ? <p className="text-muted">{t('viewer.veiled')}</p> : null}
      {shown.kind === 'unreadable' ? <p className="text-muted">{t('viewer.no_details')}</p> : null}
      {details === null ? null : (
        <section aria-labelledby="recognized">
          <div className="v-h">
            <h2 id="recognized">{t('viewer.text_title')}</h2>
            <span className="text-muted">{t('viewer.matches', { count: details.hits.length })}</span>
          </div>
          {details.screens.every(({ text }) => text.trim() === '') ? <p className="text-muted">{t('viewer.no_text')}</p> : null}
          {details.screens.map(({ text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: screens are numbered.
            <MarkedText hits={details.hits.filter(({ screen }) => screen === index)} key={index} text={text} />
          ))}
          <IgnoreTerms hits={details.hits} page={page} />
        </section>
      )}
      <Facts>
        <Fact name={t('viewer.device')}>
          <bdi>{deviceName}</bdi>
        </Fact>
        <Fact name={t('viewer.captured')}>{t(`viewer.cause_${sample.cause}`)}</Fact>
        <Fact name={t('viewer.deleted')}>
          <span suppressHydrationWarning>{clock.date(deletedAt)}</span>
        </Fact>
      </Facts>
      {details === null ? null : <SaveButtons sample={sample} />}
      <DeleteForm page={page} />
      <p className="g-keyline">
        <span className="g-keymark">
          <KeyRound aria-hidden className="icon-small" />
        </span>
        <span className="g-keytext">
          <span>{t('gallery.sealed')}</span>{' '}
          <Link to={`/gallery/${child.id}/${sample.id}/server${search}`}>{t('gallery.server_holds')}</Link>
        </span>
      </p>
    </aside>
  );
}

/** Deletes the screenshot by the gallery’s form, whose message offers to undo it. Asks before, unless the parent wants no question. */
function DeleteForm({ page }: { page: ViewerPage }) {
  const { t } = useTranslation();
  const { child, sample, askOnDelete, formToken, search } = page;
  const isSending = useNavigation().formData?.get('intent') === 'delete';
  const fields = (
    <>
      <FormToken token={formToken} />
      <input name="delete" type="hidden" value={sample.id} />
    </>
  );
  const action = `/gallery/${child.id}?index${search.replace('?', '&')}`;
  if (!askOnDelete) {
    return (
      <Form action={action} className="v-actions" method="post">
        {fields}
        <Button isBusy={isSending} kind="remove" name="intent" value="delete">
          <Trash2 aria-hidden className="icon" />
          {t('viewer.delete')}
        </Button>
      </Form>
    );
  }
  return (
    <details className="v-actions v-delete" key={sample.id}>
      <summary className="button button-remove">
        <Trash2 aria-hidden className="icon" />
        {t('viewer.delete')}
      </summary>
      <Form action={action} className="v-ask" method="post">
        {fields}
        <p>
          <strong>{t('viewer.delete_title')}</strong> {t('viewer.delete_text')}
        </p>
        <label className="v-check">
          <input name="dont_ask" type="checkbox" value="1" />
          {t('viewer.dont_ask')}
        </label>
        <div className="button-row">
          <Button isBusy={isSending} kind="remove-sure" name="intent" value="delete">
            {t('viewer.delete')}
          </Button>
        </div>
      </Form>
    </details>
  );
}
