import { useTranslation } from 'react-i18next';

const STEPS = ['pair.step_whose', 'pair.step_code', 'pair.step_check'] as const;

/** Progress of the pairing. `current` starts at 1. */
export function Steps({ current }: { current: 1 | 2 | 3 }) {
  const { t } = useTranslation();
  return (
    <ol className="steps">
      {STEPS.map((key, index) => (
        <li aria-current={index + 1 === current ? 'step' : undefined} className={index + 1 < current ? 'done' : undefined} key={key}>
          {t(key)}
        </li>
      ))}
    </ol>
  );
}
