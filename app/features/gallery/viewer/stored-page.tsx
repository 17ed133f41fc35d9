import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Card } from '#app/components/ui/card';
import { Fact, Facts } from '#app/components/ui/facts';
import { useHydrated } from '#app/components/ui/use-hydrated';
import { isolateName } from '#app/domain/isolate-name';
import { useClock } from '#app/features/shell/time/use-clock';
import type { PictureKind } from '../pictures/picture-kind';
import { useRevealed } from '../pictures/revealed';
import { SamplePicture } from '../pictures/sample-picture';
import { useDetails } from '../pictures/use-details';
import type { loadStored, StoredObject } from './stored.server';

type Page = Awaited<ReturnType<typeof loadStored>>;

/** Shows the stored bytes of a screenshot beside what this browser decrypts, so that a parent can compare them. */
export function StoredPage({ page }: { page: Page }) {
  const { t } = useTranslation();
  const { child, sample, deviceName, zone, now, objects, search } = page;
  const clock = useClock(zone, now);
  const name = t('viewer.name', { time: clock.time(sample.at), device: isolateName(deviceName) });
  return (
    <div className="narrow stack key-facts">
      <section className="card stack">
        <div className="stack stack-tight">
          <h1>{t('gallery.server_holds')}</h1>
          <p className="text-muted">{name}</p>
        </div>
        <p>{t('stored.lead')}</p>
        <p>{t('stored.clear')}</p>
        <p>
          <Link to={`/gallery/${child.id}/${sample.id}${search}`}>{t('stored.back')}</Link>
        </p>
      </section>
      {objects.map((object) => (
        <ObjectCard key={object.kind} name={name} object={object} page={page} />
      ))}
    </div>
  );
}

function ObjectCard({ object, page, name }: { object: StoredObject; page: Page; name: string }) {
  const { t } = useTranslation();
  const isHydrated = useHydrated();
  const { kind, content } = object;
  const { sample } = page;
  const { isRevealed } = useRevealed(sample.id);
  const isVeiled = sample.hits.length > 0 && !isRevealed;
  const number = Number(kind.replace('screen-', '')) + 1;
  return (
    <Card title={kind.startsWith('screen-') ? t('viewer.screen', { number }) : t(`stored.${kind === 'meta' ? 'meta' : 'thumb'}`)}>
      <div className="stack" data-object={kind}>
        {content === null ? (
          <p>{t('stored.unavailable')}</p>
        ) : (
          <>
            <Facts>
              <Fact name={t('stored.size')}>{t('stored.bytes', { size: content.bytes })}</Fact>
              <Fact name="SHA-256">
                <code className="v-hex">{content.sha256}</code>
              </Fact>
            </Facts>
            <div className="stack stack-tight">
              <p>{t('stored.first')}</p>
              <code className="v-hex" translate="no">
                {content.first}
              </code>
            </div>
          </>
        )}
        {isHydrated ? (
          <div className="stack stack-tight">
            <p>{t('stored.opens')}</p>
            {kind === 'meta' ? (
              <OpenedDetails isVeiled={isVeiled} page={page} />
            ) : (
              <div className="v-opened">
                <SamplePicture alt={name} deviceId={sample.deviceId} kind={kind as PictureKind} sampleId={sample.id} veiled={isVeiled} />
              </div>
            )}
          </div>
        ) : null}
      </div>
    </Card>
  );
}

function OpenedDetails({ page: { sample }, isVeiled }: { page: Page; isVeiled: boolean }) {
  const { t } = useTranslation();
  const shown = useDetails(sample.id, sample.deviceId);
  if (shown.kind === 'unreadable') return <p>{t('viewer.no_details')}</p>;
  if (isVeiled) return <p>{t('viewer.veiled')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
    <section aria-label={t('stored.opens')} className="v-hex" data-opened={shown.kind} dir="auto" tabIndex={0} translate="no">
      <code>{shown.kind === 'open' ? JSON.stringify(shown.details, null, 1) : '…'}</code>
    </section>
  );
}
