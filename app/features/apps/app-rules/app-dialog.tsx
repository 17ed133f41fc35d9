import { useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#app/components/ui/button';
import { Dialog } from '#app/components/ui/dialog';
import { Fact, Facts } from '#app/components/ui/facts';
import { isolateName } from '#app/domain/isolate-name';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import type { Clock } from '#app/features/shell/time/use-clock';
import { UnsupportedDevices } from '../unsupported-devices';
import { type AppDialogProps, Counted, Limit, OwnSchedules, Rule } from './app-forms';
import { AppIcon } from './app-icon';
import { AppPictures } from './app-pictures';
import type { AppDetails } from './app-rules.server';
import { toAccessText, toUseText } from './app-words';
import { toDialogPath, toListPath } from './dialog-path';
import { useDirectiveTaps } from './directive-choice';

/** Dialog over the list for one app: all details, or only its limit. */
export function AppDialog(props: AppDialogProps) {
  const { t, i18n } = useTranslation();
  const { details, view, reply } = props;
  const { row } = details;
  const { pathname, search } = useLocation();
  const below = toListPath(pathname, search);
  const tap = useDirectiveTaps().get(row.bundleId) ?? null;
  if (view === 'limit') {
    return (
      <Dialog key={row.bundleId} title={<bdi>{row.title}</bdi>} wayOut={{ label: t('actions.cancel'), to: below }}>
        <FormMessageBox notice={reply?.notice} />
        <UnsupportedDevices behind={row.behind} what={t('apps.what')} />
        <Limit {...props} />
      </Dialog>
    );
  }
  const access = row.isConfirmed ? toAccessText(t, row.access, props.clock) : null;
  const said = [tap === null ? access : t('manage.sending'), toUseText(t, row, props.clock)];
  return (
    <Dialog
      backLabel={t('actions.back')}
      key={row.bundleId}
      kind="hybrid"
      title={
        <span className="pair">
          <AppIcon bundleId={row.bundleId} logo={row.logo} title={row.title} />
          <bdi>{row.title}</bdi>
        </span>
      }
      wayOut={{ label: t('actions.close'), to: below }}
    >
      <FormMessageBox notice={reply?.notice} />
      <p>{said.filter((part) => part !== null).join(sentenceSeparator(i18n.language))}</p>
      <UnsupportedDevices behind={row.behind} what={t('apps.what')} />
      <Rule {...props} tap={tap} />
      <OtherSystems details={details} />
      <Limit {...props} />
      <OwnSchedules {...props} />
      <Counted {...props} />
      <About clock={props.clock} details={details} />
    </Dialog>
  );
}

/** Lists the app's entries on other systems. Each has its own ID, row and rule, so a change in this dialog does not apply to it. */
function OtherSystems({ details }: Pick<AppDialogProps, 'details'>) {
  const { t, i18n } = useTranslation();
  const { search } = useLocation();
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  return details.onOtherSystems.map(({ bundleId, directive, deviceNames }) => (
    <div className="stack" key={bundleId}>
      <p>{t('apps.other_system', { devices: list.format(deviceNames.map(isolateName)), rule: t(`apps.rule_${directive}`) })}</p>
      <ButtonLink kind="soft" preventScrollReset to={toDialogPath(search, 'app', bundleId)}>
        {t('apps.other_system_open')}
      </ButtonLink>
    </div>
  ));
}

/** What devices and the app-info service report about the app (APPS-018 to APPS-026). */
function About({ details, clock }: { details: AppDetails; clock: Clock }) {
  const { t, i18n } = useTranslation();
  const { row, info, name, version, deviceNames } = details;
  const list = (texts: Array<string>) => new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(texts);
  return (
    <>
      {info === null ? null : <AppPictures bundleId={row.bundleId} info={info} title={row.title} />}
      <Facts>
        {name === row.title || name === '' ? null : (
          <Fact name={t('apps.name')}>
            <bdi>{name}</bdi>
          </Fact>
        )}
        <Fact name={t('apps.devices')}>{list(deviceNames)}</Fact>
        <Fact name={t('apps.first_seen')}>{clock.date(row.firstSeenAt)}</Fact>
        {version === '' ? null : <Fact name={t('apps.version')}>{version}</Fact>}
        {info === null || info.genres.length === 0 ? null : <Fact name={t('apps.genres')}>{list(info.genres)}</Fact>}
        {info?.contentRating == null ? null : <Fact name={t('apps.content_rating')}>{info.contentRating}</Fact>}
        {info === null || info.advisories.length === 0 ? null : (
          <Fact name={t('apps.advisories')}>
            {/* Some advisories are phrases rather than words, so no language can join them with «and». */}
            <ul>
              {info.advisories.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Fact>
        )}
        {info?.rating == null ? null : (
          <Fact name={t('apps.rating')}>
            {t('apps.rating_of', { rating: new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(info.rating) })}
          </Fact>
        )}
        <Fact name={t('apps.bundle_id')}>
          <code>{row.bundleId}</code>
        </Fact>
      </Facts>
    </>
  );
}
