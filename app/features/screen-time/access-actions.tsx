import { Form } from '@remix-run/react';
import { Clock as ClockIcon, Lock, Pause } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/components/ui/button';
import { Disclosure } from '~/components/ui/disclosure';
import type { Instant } from '~/domain/time';
import type { ChildStatus } from '~/features/children/child-status';
import { FormToken } from '~/features/shell/form-token';
import type { Clock } from '~/features/shell/use-clock';

type Choice = { intent: string; label: string };

/** The daily things, one tap each: buttons of one form, so they work before script does. */
export function AccessActions({
  status,
  clock,
  morning,
  token,
  isBusy,
  pauseHint,
}: {
  status: ChildStatus;
  clock: Clock;
  /** 07:00 of the child's next morning. */
  morning: Instant;
  token: string;
  isBusy: boolean;
  /** What a pause costs, where it costs something. */
  pauseHint: string | null;
}) {
  const { t } = useTranslation();
  const { override } = status;
  const { first, allow, pause, block } = useChoices(status, clock, morning);
  return (
    <Form aria-busy={isBusy} className="actions dock" method="post" onSubmit={closeMenus} preventScrollReset>
      <FormToken token={token} />
      {override === null || override.ruleId === '' ? null : <input name="rule_id" type="hidden" value={override.ruleId} />}
      <Button kind="main" name="intent" value={first.intent}>
        {first.label}
      </Button>
      <Choices choices={allow} icon={<ClockIcon aria-hidden className="icon" />} label={t('actions.allow')} />
      <Choices choices={pause} hint={pauseHint} icon={<Pause aria-hidden className="icon" />} label={t('actions.pause')} />
      <Choices choices={block} icon={<Lock aria-hidden className="icon" />} label={t('actions.block')} />
    </Form>
  );
}

/** The likely one, wide and filled, and what the three menus offer: it changes with the state. */
function useChoices(status: ChildStatus, clock: Clock, morning: Instant) {
  const { t } = useTranslation();
  const { state, why, beaten, override, nextChange } = status;
  const lift = { intent: 'lift', label: t(override?.effect === 'block' ? 'actions.lift_block' : 'actions.back_to_schedule') };
  const resume = { intent: 'resume', label: t('actions.resume') };
  const likely =
    state === 'paused'
      ? resume
      : override?.effect === 'grant'
        ? lift
        : state === 'allowed'
          ? { intent: 'block-30m', label: t('actions.block_30m') }
          : { intent: 'allow-30m', label: t('actions.allow_30m') };
  const until =
    nextChange === null
      ? []
      : [{ intent: `allow-until-${nextChange.at}`, label: t('actions.until', { when: clock.until(nextChange.at) }) }];
  const isPaused = [why, ...beaten].some((reason) => reason?.kind === 'pause');
  const others = (choices: Array<Choice>) => choices.filter(({ intent }) => intent !== likely.intent);
  return {
    first: likely,
    allow: others([
      ...(override === null ? [] : [lift]),
      { intent: 'allow-30m', label: t('actions.span_30m') },
      { intent: 'allow-1h', label: t('actions.span_1h') },
      { intent: 'allow-2h', label: t('actions.span_2h') },
      ...until,
      { intent: 'allow-open', label: t('actions.allow_open') },
    ]),
    pause: others([
      ...(isPaused ? [resume] : []),
      { intent: 'pause-15m', label: t('actions.span_15m') },
      { intent: 'pause-30m', label: t('actions.span_30m') },
      { intent: 'pause-1h', label: t('actions.span_1h') },
      { intent: 'pause-open', label: t('actions.pause_open') },
    ]),
    block: others([
      { intent: 'block-30m', label: t('actions.span_30m') },
      { intent: 'block-1h', label: t('actions.span_1h') },
      { intent: `block-until-${morning}`, label: t('actions.until', { when: clock.moment(morning) }) },
      { intent: 'block-open', label: t('actions.block_open') },
    ]),
  };
}

function closeMenus({ currentTarget }: FormEvent<HTMLFormElement>) {
  for (const menu of currentTarget.querySelectorAll('details')) menu.open = false;
}

function Choices({ label, icon, choices, hint = null }: { label: string; icon: ReactNode; choices: Array<Choice>; hint?: string | null }) {
  return (
    <Disclosure
      className="choices-menu"
      summary={
        <span className="button button-plain">
          {icon}
          {label}
        </span>
      }
    >
      <div className="pop">
        {choices.map(({ intent, label: text }) => (
          <button key={intent} name="intent" type="submit" value={intent}>
            {text}
          </button>
        ))}
        {hint === null ? null : <p className="hint">{hint}</p>}
      </div>
    </Disclosure>
  );
}
