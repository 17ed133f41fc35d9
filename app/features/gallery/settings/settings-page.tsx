import { Link } from '@remix-run/react';
import { ChevronLeft, KeyRound, Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import { Fact, Facts } from '#app/components/ui/facts';
import { Note } from '#app/components/ui/note';
import { isolateName } from '#app/domain/isolate-name';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import { useClock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import { AutomaticCard } from './automatic-card';
import { CategoriesCard } from './categories-card';
import { ChildView } from './child-view';
import { DeviceStatusCard } from './device-status-card';
import { applyChange, parseChange, type SampleSettings } from './sample-settings';
import { SettingSwitch } from './setting-switch';
import type { SettingsPageData } from './settings.server';
import { TermsCard } from './terms-card';
import { type AutoSave, useAutoSave } from './use-auto-save';

/** What every card of the page gets. `settings` include the changes that are on their way. */
export type CardParts = { page: SettingsPageData; settings: SampleSettings; save: AutoSave; token: string; reply: FormReply | undefined };

/** The settings of a child’s screenshots: when, what counts as a hit, what each device does, and what the child sees (2.6.5). */
export function SettingsPage({ page, reply }: { page: SettingsPageData; reply: FormReply | undefined }) {
  const { t, i18n } = useTranslation();
  const clock = useClock(page.zone, page.now);
  const own = useClock(page.parentZone, page.now);
  const save = useAutoSave();
  const name = isolateName(page.child.name);
  const parts: CardParts = { page, settings: withChanges(page.settings, save), save, token: reply?.token ?? page.formToken, reply };
  return (
    <div className="mon">
      <div className="mon-head">
        <Link className="mon-back" to={`/gallery/${page.child.id}`}>
          <ChevronLeft aria-hidden className="icon-small" />
          {t('gallery_settings.gallery')}
        </Link>
        <h1>{t('gallery_settings.heading')}</h1>
        <p className="text-muted">{t('gallery_settings.intro', { name })}</p>
      </div>
      <FormMessageBox notice={reply?.notice} />
      <div className="mon-two">
        <div className="stack">
          <section aria-labelledby="mon-on" className="card mon-row" data-testid="screenshots">
            <div>
              <h2 id="mon-on">{t('gallery_settings.on')}</h2>
              <p className="text-muted">{t(parts.settings.isOn ? 'gallery_settings.on_text' : 'gallery_settings.off_text', { name })}</p>
            </div>
            <SettingSwitch {...parts} isOn={parts.settings.isOn} labelId="mon-on" name="on" />
          </section>
          {page.plan === 'monitoring' ? null : <Locked hasSamples={page.plan === 'samples'} />}
          <AutomaticCard {...parts} clock={clock} />
          <CategoriesCard {...parts} />
          <TermsCard {...parts} list="custom" />
          <TermsCard {...parts} list="ignored" />
          <SaveLine save={save} />
        </div>
        <div className="mon-side stack">
          <ChildView clock={clock} name={name} />
          <DeviceStatusCard clock={clock} page={page} />
          <section aria-labelledby="mon-plan" className="card stack stack-tight">
            <h2 id="mon-plan">{t('gallery_settings.plan')}</h2>
            <p className="text-muted">
              {t(`gallery_settings.plan_${page.plan}`, {
                total: page.quota.limit ?? 0,
                used: page.quota.used,
                date: own.date(page.quota.resetsAt),
              })}
              {page.plan === 'none' ? null : `${sentenceSeparator(i18n.language)}${t('gallery_settings.plan_kept')}`}
            </p>
          </section>
          <section className="card stack stack-tight">
            <p className="mon-key">
              <span className="mon-keymark">
                <KeyRound aria-hidden className="icon-small" />
              </span>
              <span>
                {t('gallery_settings.only_you')}
                <br />
                <Link to="/account/key/server">{t('gallery_settings.server_holds')}</Link>
              </span>
            </p>
            {page.fingerprint === null ? null : (
              <Facts>
                <Fact name={t('gallery_settings.fingerprint')}>
                  <span translate="no">{page.fingerprint.join(' ')}</span>
                </Fact>
              </Facts>
            )}
          </section>
        </div>
      </div>
    </div>
  );
}

/** Returns the settings with the changes that are not confirmed yet (4.8.1). */
function withChanges(settings: SampleSettings, { pending }: AutoSave): SampleSettings {
  const parsed = parseChange(pending);
  if ('fault' in parsed) return settings;
  const applied = applyChange(settings, parsed.change);
  return 'fault' in applied ? settings : applied.settings;
}

/** Says which plan has automatic screenshots and the search for words, and that the settings below wait for it (GAL-043, GAL-046). */
function Locked({ hasSamples }: { hasSamples: boolean }) {
  const { t } = useTranslation();
  return (
    <div data-testid="locked">
      <Note icon={<Lock aria-hidden className="icon" />}>
        <strong>{t(hasSamples ? 'gallery_settings.locked_automatic' : 'gallery_settings.locked_all')}</strong>
        <p>{t('gallery_settings.locked_text')}</p>
        <ButtonLink className="mt-3" kind="soft" to="/subscription">
          {t('limits.see_plan')}
        </ButtonLink>
      </Note>
    </div>
  );
}

/** Says what became of the changes, wherever on the page they were made. */
function SaveLine({ save: { state, retry, discard } }: { save: AutoSave }) {
  const { t } = useTranslation();
  return (
    <div className="mon-saves" data-save={state.kind} role="status">
      {state.kind === 'idle' ? null : state.kind === 'kept' ? (
        <div className="mon-kept">
          <p>{t(state.why.key, state.why.params)}</p>
          <Button kind="soft" onClick={retry} type="button">
            {t('gallery_settings.try_again')}
          </Button>
          <Button kind="quiet" onClick={discard} type="button">
            {t('gallery_settings.discard')}
          </Button>
        </div>
      ) : (
        <p>{t(`gallery_settings.${state.kind}`)}</p>
      )}
    </div>
  );
}
