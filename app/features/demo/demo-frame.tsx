import { Link, NavLink, useLocation } from '@remix-run/react';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DEMO_PAGES } from './pages';

/** Frame of each Showcase page: title, and links to all pages and to the previous and next one. */
export function DemoFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('showcase');
  const { pathname } = useLocation();
  const at = DEMO_PAGES.findIndex(({ slug }) => pathname === `/demo/${slug}`);
  const page = DEMO_PAGES[at];
  return (
    <div className="demo">
      <header className="page-head">
        <h1>{t(page?.title ?? 'frame.title')}</h1>
        <p className="text-muted">{t(page?.lead ?? 'frame.lead')}</p>
      </header>
      {page === undefined ? null : (
        <nav aria-label={t('frame.title')} className="demo-pages">
          <Link to="/demo">{t('frame.all')}</Link>
          {DEMO_PAGES.map(({ slug, title }) => (
            <NavLink key={slug} to={`/demo/${slug}`}>
              {t(title)}
            </NavLink>
          ))}
        </nav>
      )}
      {children}
      {page === undefined ? null : <Neighbours at={at} />}
    </div>
  );
}

function Neighbours({ at }: { at: number }) {
  const { t } = useTranslation('showcase');
  const before = DEMO_PAGES[at - 1];
  const after = DEMO_PAGES[at + 1];
  return (
    <nav aria-label={t('frame.neighbours')} className="demo-neighbours">
      {before === undefined ? null : (
        <Link rel="prev" to={`/demo/${before.slug}`}>
          <ArrowLeft aria-hidden className="icon-small" />
          {t(before.title)}
        </Link>
      )}
      {after === undefined ? null : (
        <Link rel="next" to={`/demo/${after.slug}`}>
          {t(after.title)}
          <ArrowRight aria-hidden className="icon-small" />
        </Link>
      )}
    </nav>
  );
}
