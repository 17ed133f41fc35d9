import { Form, Link } from '@remix-run/react';
import { Check, ChevronDown, Info } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyPin } from '#app/browser/use-key-pin';
import { Button, ButtonLink } from '#app/components/ui/button';
import { Note } from '#app/components/ui/note';
import { useHydrated } from '#app/components/ui/use-hydrated';
import type { DeviceOs } from '#app/domain/device';
import { isolateName } from '#app/domain/isolate-name';
import { formatPairingCode } from '#app/domain/pairing';
import type { Instant, TimeZone } from '#app/domain/time';
import { isLongName, shortenName } from '#app/features/children/short-name';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import { sentenceSeparator, splitAtTag } from '#app/features/shell/messages/wording';
import { useClock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import { type AppSource, ChildAppSource } from './child-app-source';
import { toPairCommand } from './pair-command';
import { PairingLink } from './pairing-link';
import { QrCode } from './qr-code';
import { useTimeLeft } from './use-time-left';

export type OpenPairing = {
  accountId: string;
  pairId: string;
  childName: string;
  os: DeviceOs;
  code: string;
  codeExpiresAt: Instant;
  link: string;
  zone: TimeZone;
  now: Instant;
};

/** Returns the class of a heading with full names. Long names use a smaller font. */
function toHeading(names: string): string {
  return isLongName(names) ? 'sentence long-name' : 'sentence';
}

/** The pairing code, the QR code, the link and the waiting state. */
export function PairCode({
  pairing,
  source,
  token,
  reply,
}: {
  pairing: OpenPairing;
  source: AppSource;
  token: string;
  reply: FormReply | undefined;
}) {
  const { t } = useTranslation();
  const { childName: name, code, codeExpiresAt, zone, now } = pairing;
  const link = usePinnedLink(pairing);
  const clock = useClock(zone, now);
  const isHydrated = useHydrated();
  const left = useTimeLeft(codeExpiresAt, now);
  const isOver = left === 0;
  const [first] = useState(pairing.pairId);
  return (
    <section className="card pairing">
      <div className="stack">
        <h1 className={toHeading(name)}>{t('pair.title', { name: isolateName(name) })}</h1>
        <p className="text-muted">{t('pair.text')}</p>
        {/* A browser has only one open pairing. Another window may have started a new one. */}
        {first === pairing.pairId ? null : (
          <Note icon={<Info aria-hidden className="icon" />} role="status">
            {t('pair.begun_elsewhere', { name: isolateName(name) })}
          </Note>
        )}
        {isOver ? <p className="code code-over">{t('pair.code_over')}</p> : <p className="code">{formatPairingCode(code)}</p>}
        <FormMessageBox notice={reply?.notice} />
        <Form className="code-life" method="post">
          <FormToken token={reply?.token ?? token} />
          {isOver ? null : (
            <span className="text-muted">{t('pair.code_good', { left: isHydrated ? toCountdown(left) : clock.span(left) })}</span>
          )}
          <Button kind="quiet" name="intent" value="renew">
            {t('pair.new_code')}
          </Button>
        </Form>
        <ChildAppSource os={pairing.os} source={source} />
      </div>
      <QrCode label={t('pair.picture')} text={link} />
      <Waiting name={name} />
    </section>
  );
}

/** Formats ms as a countdown such as «9:41». */
function toCountdown(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Returns the link with the key pin as its fragment, or without it until this browser knows the key. A fragment is never sent to a server
 * (A134).
 */
function usePinnedLink({ accountId, link }: OpenPairing): string {
  const pin = useKeyPin(accountId);
  return pin === null ? link : `${link}#k=${pin}`;
}

/** Says that the device is not paired yet, and shows the time of the last check. */
export function PairNotYet({ pairing }: { pairing: OpenPairing }) {
  const { t } = useTranslation();
  const clock = useClock(pairing.zone, pairing.now);
  return (
    <section className="card stack" data-testid="not-paired">
      <h1 className={toHeading(pairing.childName)}>{t('pair.not_yet', { name: isolateName(pairing.childName) })}</h1>
      <p className="text-muted">{t('pair.checked_at', { time: clock.seconds(pairing.now) })}</p>
      <Waiting name={pairing.childName} />
      <div className="button-row">
        <ButtonLink to="/pair">{t('pair.back_to_code')}</ButtonLink>
      </div>
    </section>
  );
}

/** Reloads the page every 15 s without script. */
export function NoScriptRefresh() {
  return (
    <noscript>
      <meta content="15" httpEquiv="refresh" />
    </noscript>
  );
}

/** Shows «Waiting for Mia's device», with a link that checks immediately. */
export function Waiting({ name }: { name: string }) {
  const { t, i18n } = useTranslation();
  const { before, marked, after } = splitAtTag(t('pair.waiting_text'));
  return (
    <div className="note" data-state="pending" role="status">
      <span className="ring" />
      <NoScriptRefresh />
      <p>
        <strong>{t('pair.waiting', { name: shortenName(name) })}</strong>
        {sentenceSeparator(i18n.language)}
        {before}
        <Link to="/pair/confirm">{marked}</Link>
        {after}
      </p>
    </div>
  );
}

/**
 * The other ways to pair. Without script, the page reloads regularly and would close them, so `?ways=1` keeps them open. `isDemonstration`:
 * the app runs on a developer's machine, where devices are simulated.
 */
export function PairHelp({ pairing, isOpen, isDemonstration }: { pairing: OpenPairing; isOpen: boolean; isDemonstration: boolean }) {
  const { t } = useTranslation();
  const link = usePinnedLink(pairing);
  const isHydrated = useHydrated();
  if (!isHydrated && !isOpen) {
    return (
      <section className="card help">
        <Link className="help-head" to="/pair?ways=1">
          <h2>{t('pair.other_ways')}</h2>
          <ChevronDown aria-hidden className="icon" />
        </Link>
      </section>
    );
  }
  return (
    <details className="card help" open={isOpen}>
      <summary className="help-head">
        <h2>{t('pair.other_ways')}</h2>
        <ChevronDown aria-hidden className="icon" />
      </summary>
      <div className="stack stack-tight">
        <PairingLink link={link} />
        {isDemonstration ? (
          <>
            <p className="text-muted">{t('pair.command_line')}</p>
            <pre className="command">{toPairCommand(pairing.code, pairing.link)}</pre>
          </>
        ) : null}
        <p>
          <Link to="/pair/install">{t('pair.how_to_install')}</Link>
        </p>
      </div>
    </details>
  );
}

export function PairInstall({ pairing, source }: { pairing: OpenPairing; source: AppSource }) {
  const { t } = useTranslation();
  const { childName: name, os } = pairing;
  return (
    <section className="card stack">
      <h1 className={toHeading(name)}>{t('pair.install_title', { name: isolateName(name) })}</h1>
      <ChildAppSource os={os} source={source} withOthers />
      <ol className="numbered">
        <li>{t('pair.install_1')}</li>
        <li>{t('pair.install_2')}</li>
        <li>{t('pair.install_3')}</li>
      </ol>
      <div className="button-row">
        <ButtonLink kind="main" to="/pair">
          {t('pair.back_to_code')}
        </ButtonLink>
      </div>
    </section>
  );
}

export function PairDone({ name, device, manageTo }: { name: string; device: string | null; manageTo: string }) {
  const { t } = useTranslation();
  return (
    <section className="card stack pair-done" data-testid="paired">
      <span className="done-mark" data-state="allowed">
        <Check aria-hidden />
      </span>
      <h1 className={toHeading(`${name}${device ?? ''}`)}>
        {device === null
          ? t('pair.done_title', { name: isolateName(name) })
          : t('pair.done_device', { name: isolateName(name), device: isolateName(device) })}
      </h1>
      <p className="text-muted">{t('pair.done_text', { name: shortenName(name) })}</p>
      <div className="button-row">
        <ButtonLink kind="main" to={manageTo}>
          {t('pair.manage', { name: shortenName(name) })}
        </ButtonLink>
        <ButtonLink to="/connect">{t('pair.another')}</ButtonLink>
      </div>
    </section>
  );
}
