import { Form, useNavigation } from '@remix-run/react';
import { Clock as ClockIcon, Lock, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
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
}: {
  status: ChildStatus;
  clock: Clock;
  /** 07:00 of the child's next morning. */
  morning: Instant;
  token: string;
}) {
  const { t } = useTranslation();
  const isBusy = useNavigation().state === 'submitting';
  const { state, override, nextChange } = status;
  const until =
    nextChange === null
      ? []
      : [{ intent: `allow-until-${nextChange.at}`, label: t('actions.until', { when: clock.until(nextChange.at) }) }];
  const allow: Array<Choice> = [
    { intent: 'allow-30m', label: t('actions.span_30m') },
    { intent: 'allow-1h', label: t('actions.span_1h') },
    { intent: 'allow-2h', label: t('actions.span_2h') },
    ...until,
    { intent: 'allow-open', label: t('actions.allow_open') },
  ];
  const block: Array<Choice> = [
    { intent: 'block-30m', label: t('actions.span_30m') },
    { intent: 'block-1h', label: t('actions.span_1h') },
    { intent: `block-until-${morning}`, label: t('actions.until', { when: clock.moment(morning) }) },
    { intent: 'block-open', label: t('actions.block_open') },
  ];
  const lift = override?.effect === 'block' ? t('actions.lift_block') : t('actions.back_to_schedule');
  // The likely one is wide and filled: it changes with the state.
  const first = override?.effect === 'grant' ? 'lift' : state === 'allowed' ? 'block-30m' : 'allow-30m';
  return (
    <Form aria-busy={isBusy} className="actions dock" method="post" preventScrollReset>
      <FormToken token={token} />
      {override === null ? null : <input name="rule_id" type="hidden" value={override.ruleId} />}
      <Button kind="main" name="intent" value={first}>
        {first === 'lift' ? lift : t(first === 'block-30m' ? 'actions.block_30m' : 'actions.allow_30m')}
      </Button>
      <Choices
        choices={allow.filter(({ intent }) => intent !== first)}
        icon={<ClockIcon aria-hidden className="icon" />}
        label={t('actions.allow')}
      />
      <Choices
        choices={block.filter(({ intent }) => intent !== first)}
        icon={<Lock aria-hidden className="icon" />}
        label={t('actions.block')}
      />
      {override === null || first === 'lift' ? null : (
        <Button name="intent" value="lift">
          <Undo2 aria-hidden className="icon" />
          {lift}
        </Button>
      )}
    </Form>
  );
}

function Choices({ label, icon, choices }: { label: string; icon: ReactNode; choices: Array<Choice> }) {
  return (
    <Disclosure
      className="choices-menu"
      key={choices.map(({ intent }) => intent).join()}
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
      </div>
    </Disclosure>
  );
}
