import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '~/components/ui/field';
import { useHydrated } from '~/components/ui/use-hydrated';

/** A password: never trimmed, never shown again by the server; with script it can be looked at while typing. */
export function PasswordField(field: {
  id: string;
  name: string;
  label: string;
  hint?: ReactNode;
  errors: Array<string>;
  autoComplete: 'current-password' | 'new-password';
}) {
  const { t } = useTranslation();
  const isHydrated = useHydrated();
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  const eye = isHydrated ? (
    <button
      aria-label={t(isShown ? 'auth.hide_password' : 'auth.show_password')}
      aria-pressed={isShown}
      className="icon-button field-end"
      onClick={() => setShown(!isShown)}
      type="button"
    >
      <Icon aria-hidden className="icon" />
    </button>
  ) : undefined;
  return <Field {...field} end={eye} required type={isShown ? 'text' : 'password'} />;
}
