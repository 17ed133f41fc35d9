import { Link, type LinkProps } from '@remix-run/react';
import type { ComponentProps } from 'react';

export type ButtonKind = 'main' | 'plain' | 'soft' | 'quiet' | 'remove' | 'remove-sure';

type Look = { kind?: ButtonKind; wide?: boolean };

function toClass(kind: ButtonKind, wide: boolean, more: string | undefined): string {
  return `button button-${kind}${wide ? ' w-full' : ''}${more === undefined ? '' : ` ${more}`}`;
}

/** A button; one filled (`main`) in view at most. */
export function Button({ kind = 'plain', wide = false, className, type = 'submit', ...rest }: Look & ComponentProps<'button'>) {
  return <button className={toClass(kind, wide, className)} type={type} {...rest} />;
}

/** A link that looks like a button. */
export function ButtonLink({ kind = 'plain', wide = false, className, ...rest }: Look & LinkProps) {
  return <Link className={toClass(kind, wide, className)} {...rest} />;
}
