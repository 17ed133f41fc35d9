import { useLocation } from '@remix-run/react';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toTheme } from '#app/domain/theme';
import { chooseTheme, useTheme } from './use-theme';

const CHOICES = [
  { value: 'system', Icon: Monitor },
  { value: 'light', Icon: Sun },
  { value: 'dark', Icon: Moon },
] as const;

/** Theme choice: Light, Dark or System, as three buttons in one form. */
export function ThemeChoice() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const theme = useTheme() ?? 'system';
  return (
    <form action="/resources/theme" aria-label={t('frame.theme')} className="theme-choice" method="post">
      <input name="path" type="hidden" value={pathname + search} />
      {CHOICES.map(({ value, Icon }) => (
        <button
          aria-label={t(`frame.theme_${value}`)}
          aria-pressed={value === theme}
          className="icon-button"
          key={value}
          name="theme"
          onClick={(event) => {
            event.preventDefault();
            chooseTheme(toTheme(value));
          }}
          title={t(`frame.theme_${value}`)}
          type="submit"
          value={value}
        >
          <Icon aria-hidden className="icon-small" />
        </button>
      ))}
    </form>
  );
}
