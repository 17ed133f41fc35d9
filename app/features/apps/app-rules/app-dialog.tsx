import { Form, useLocation } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import { Checkbox } from '#app/components/ui/checkbox';
import { Dialog } from '#app/components/ui/dialog';
import { Fact, Facts } from '#app/components/ui/facts';
import { Field } from '#app/components/ui/field';
import { Group } from '#app/components/ui/group';
import type { ChildId } from '#app/domain/ids';
import { isolateName } from '#app/domain/isolate-name';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import { LockedHint } from '../locked-note';
import { UnsupportedDevices } from '../unsupported-devices';
import { AppIcon } from './app-icon';
import { AppPictures } from './app-pictures';
import { LIMIT_CHOICES } from './app-rule-request';
import type { AppDetails } from './app-rules.server';
import { toAccessText, toSpan, toUseText } from './app-words';
import { toDialogPath, toListPath } from './dialog-path';
import { DirectiveButtons, type DirectiveTap, useDirectiveTaps } from './directive-choice';

type AppDialogProps = {
  details: AppDetails;
  view: 'details' | 'limit';
  childId: ChildId;
  clock: Clock;
  token: string;
  reply: FormReply | undefined;
  isLocked: boolean;
  isScheduleLocked: boolean;
};

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

/** Shows the three rule buttons of the app's row in the dialog as well. */
function Rule({ details, token, isLocked, tap }: AppDialogProps & { tap: DirectiveTap | null }) {
  const { t } = useTranslation();
  const { bundleId, directive } = details.row;
  return (
    <Form method="post" preventScrollReset replace>
      <FormToken token={token} />
      <Group disabled={isLocked} id="app-rule" label={t('apps.rule')}>
        <div className="choice">
          <DirectiveButtons
            pendingDirective={tap?.directive ?? null}
            bundleId={bundleId}
            directive={directive}
            isLocked={isLocked}
            read={tap?.read ?? directive}
            words={{ A: t('apps.rule_A'), S: t('apps.rule_S'), N: t('apps.rule_N') }}
          />
        </div>
      </Group>
    </Form>
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

/**
 * Daily limit of one app: buttons for common values, a field for others. Once typing begins, the form keeps the loaded value. If another
 * parent changed the value, a submit is answered as stale. Only a second submit overwrites it.
 */
function Limit({ details, clock, token, reply, isLocked }: AppDialogProps) {
  const { t } = useTranslation();
  const { limitSeconds } = details;
  const { bundleId } = details.row;
  const answer = reply?.intent === 'limit-minutes' ? reply.lastResult : null;
  const typed = answer?.initialValue?.minutes;
  const [begun, setBegun] = useState<{ read: number | null } | null>(null);
  const wasToldStale = reply?.notice?.key === 'error_strings.stale';
  const read = begun === null || wasToldStale ? limitSeconds : begun.read;
  const isChoice = limitSeconds === null || LIMIT_CHOICES.some((choice) => choice === limitSeconds);
  return (
    <Form className="stack" method="post" preventScrollReset replace>
      <FormToken token={token} />
      <input name="bundle_id" type="hidden" value={bundleId} />
      <input name="read" type="hidden" value={read ?? ''} />
      <Group disabled={isLocked} hint={t('apps.limit_hint')} id="app-limit" label={t('apps.limit_label')}>
        <div className="choice">
          {[0, ...LIMIT_CHOICES].map((seconds) => (
            <button aria-pressed={seconds === (limitSeconds ?? 0)} key={seconds} name="intent" type="submit" value={`limit-${seconds}`}>
              {seconds === 0 ? t('apps.no_limit') : toSpan(t, seconds, clock)}
            </button>
          ))}
        </div>
      </Group>
      <div className="app-minutes">
        <Field
          defaultValue={typeof typed === 'string' ? typed : isChoice ? '' : String(Math.round((limitSeconds ?? 0) / 60))}
          disabled={isLocked}
          errors={toErrorTexts(t, answer?.error?.minutes ?? undefined)}
          id="app-minutes"
          inputMode="numeric"
          label={t('apps.other_limit')}
          name="minutes"
          onInput={() => setBegun((known) => known ?? { read: limitSeconds })}
          unit={t('apps.minutes')}
        />
        <Button aria-describedby={isLocked ? 'limit-locked' : undefined} disabled={isLocked} name="intent" value="limit-minutes">
          {t('actions.save')}
        </Button>
      </div>
      {isLocked ? <LockedHint id="limit-locked" /> : null}
    </Form>
  );
}

/** Lets the parent choose the app schedules that include this app (APPS-035). App schedules are created in the schedule panel. */
function OwnSchedules({ details, childId, token, isLocked, isScheduleLocked }: AppDialogProps) {
  const { t } = useTranslation();
  const { row, schedules } = details;
  const isOff = isLocked || isScheduleLocked;
  return (
    <Form className="stack" method="post" preventScrollReset replace>
      <FormToken token={token} />
      <input name="bundle_id" type="hidden" value={row.bundleId} />
      <input
        name="read"
        type="hidden"
        value={schedules
          .filter(({ isOwn }) => isOwn)
          .map(({ id }) => id)
          .join(' ')}
      />
      <Group
        disabled={isOff}
        hint={t(isOff ? 'apps.schedules_locked' : schedules.length === 0 ? 'apps.schedules_none' : 'apps.schedules_hint')}
        id="app-schedules"
        label={t('apps.schedules')}
      >
        {schedules.map(({ id, name, isOwn }) => (
          <Checkbox
            defaultChecked={isOwn}
            id={`schedule-${id}`}
            key={`${id} ${isOwn}`}
            label={<bdi>{name}</bdi>}
            name="schedule"
            value={id}
          />
        ))}
      </Group>
      <div className="button-row">
        {schedules.length === 0 || isOff ? null : (
          <Button name="intent" value="app-schedules">
            {t('actions.save')}
          </Button>
        )}
        <ButtonLink kind="quiet" to={isOff ? '/subscription' : `/manage/${childId}/schedule`}>
          {t(isOff ? 'limits.see_plan' : 'apps.to_schedules')}
        </ButtonLink>
      </div>
    </Form>
  );
}

/** Sets whether the app's use counts as screen time. Learning apps need not count (A122). */
function Counted({ details, token, isLocked }: AppDialogProps) {
  const { t } = useTranslation();
  return (
    <Form className="toggle" method="post" preventScrollReset replace>
      <FormToken token={token} />
      <input name="bundle_id" type="hidden" value={details.row.bundleId} />
      <label htmlFor="app-counted">{t('apps.counted')}</label>
      <button
        aria-checked={details.isCounted}
        aria-describedby="app-counted-hint"
        className="switch"
        disabled={isLocked}
        id="app-counted"
        name="intent"
        role="switch"
        type="submit"
        value={details.isCounted ? 'app-uncounted' : 'app-counted'}
      />
      <p className="hint" id="app-counted-hint">
        {t('apps.counted_hint')}
      </p>
    </Form>
  );
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
