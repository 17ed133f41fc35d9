import { Link, type LinkProps } from '@remix-run/react';
import type { ComponentProps, MouseEvent } from 'react';

export type ButtonKind = 'main' | 'plain' | 'soft' | 'quiet' | 'remove' | 'remove-sure';

type Look = { kind?: ButtonKind; wide?: boolean };

function toClass(kind: ButtonKind, wide: boolean, more: string | undefined): string {
  return `button button-${kind}${wide ? ' w-full' : ''}${more === undefined ? '' : ` ${more}`}`;
}

/**
 * A button. Use at most one `main` button per view. While `isBusy`, it ignores taps, keeps its label, size and focus, and shows a spinner
 * after 200 ms.
 */
export function Button({
  kind = 'plain',
  wide = false,
  isBusy = false,
  className,
  type = 'submit',
  onClick,
  ...rest
}: Look & { isBusy?: boolean } & ComponentProps<'button'>) {
  const onTap = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      aria-busy={isBusy ? true : undefined}
      aria-disabled={isBusy ? true : undefined}
      className={toClass(kind, wide, className)}
      onClick={onTap}
      type={type}
      {...rest}
    />
  );
}

/** A link that looks like a button. */
export function ButtonLink({ kind = 'plain', wide = false, className, ...rest }: Look & LinkProps) {
  return <Link className={toClass(kind, wide, className)} {...rest} />;
}

/** A button with only an icon; `label` is its accessible name. */
export function IconButton({ label, className, type = 'button', ...rest }: { label: string } & ComponentProps<'button'>) {
  return (
    <button aria-label={label} className={className === undefined ? 'icon-button' : `icon-button ${className}`} type={type} {...rest} />
  );
}
