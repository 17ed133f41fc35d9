import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { i18n } from '#app/server/i18n.server';
import { publicText } from '#app/server/seo.server';

const ICONS = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** Returns the web app manifest in the user's language. Public. */
export async function loader({ request }: LoaderFunctionArgs) {
  const t = await i18n.getFixedT(request);
  const manifest = {
    id: '/',
    name: 'Porchlight',
    short_name: 'Porchlight',
    description: t('landing.description'),
    lang: await i18n.getLocale(request),
    start_url: '/manage',
    scope: '/',
    display: 'standalone',
    // The light background, because a manifest has only one theme. Pages set both colors in `theme-color`.
    background_color: '#FAF7F2',
    theme_color: '#FAF7F2',
    icons: ICONS,
    shortcuts: [
      { name: t('frame.my_family'), url: '/my-family' },
      { name: t('frame.add_device'), url: '/connect' },
    ],
  };
  return publicText(JSON.stringify(manifest), 'application/manifest+json');
}
