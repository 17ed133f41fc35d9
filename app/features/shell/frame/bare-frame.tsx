import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Footer } from './footer';
import { Logo } from './logo';

/** Frame of pages without a menu: landing, sign-up, pairing, verification and errors (2.10.1). */
export function BareFrame({
  children,
  end,
  foot,
  wide = false,
  glow = false,
  logoTo = '/',
}: {
  children: ReactNode;
  end?: ReactNode;
  /** Extra content of the footer. */
  foot?: ReactNode;
  wide?: boolean;
  glow?: boolean;
  /** Link target of the logo. */
  logoTo?: string;
}) {
  return (
    <div className={glow ? 'glow' : undefined}>
      <div className={wide ? 'bare bare-wide' : 'bare'}>
        <header className="bare-top">
          <Link className="logo" to={logoTo}>
            <Logo />
            <span>Porchlight</span>
          </Link>
          {end}
        </header>
        <main className="bare-main" id="main">
          {children}
        </main>
        <Footer>{foot}</Footer>
      </div>
    </div>
  );
}
