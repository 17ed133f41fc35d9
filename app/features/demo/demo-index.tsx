import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { DEMO_PAGES } from './pages';

/** Links to the nine Showcase pages (DEMO-001). */
export function DemoIndex() {
  const { t } = useTranslation('showcase');
  return (
    <ul className="demo-index">
      {DEMO_PAGES.map(({ slug, title, lead }) => (
        <li className="card" key={slug}>
          <Link to={`/demo/${slug}`}>{t(title)}</Link>
          <p className="text-muted">{t(lead)}</p>
        </li>
      ))}
    </ul>
  );
}
