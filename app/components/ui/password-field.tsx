import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field } from './field';
import { useHydrated } from './use-hydrated';

/** A password field. The value is not trimmed. With script, a button reveals the password; `show` and `hide` are its labels. */
export function PasswordField({
  show,
  hide,
  ...field
}: { show: string; hide: string } & Omit<ComponentProps<typeof Field>, 'type' | 'end'>) {
  const isHydrated = useHydrated();
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  const eye = isHydrated ? (
    <button
      aria-label={isShown ? hide : show}
      aria-pressed={isShown}
      className="icon-button"
      disabled={field.disabled}
      onClick={() => setShown(!isShown)}
      type="button"
    >
      <Icon aria-hidden className="icon" />
    </button>
  ) : undefined;
  return <Field {...field} end={eye} type={isShown ? 'text' : 'password'} verbatim />;
}
