import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import './styles.css';
import { expireLoads, hasPendingToast } from './browser/page-load';
import { textsOf } from './browser/page-texts';
import { getRouter } from './browser/remix-internals';
import { watchRouteFiles } from './browser/route-files';
import { useCrashReport } from './browser/use-crash-report';
import { EndpointBanner } from './features/devtools/endpoint-banner';
import { RefusedFormPage } from './features/shell/forms/refused-form-page';
import { CrashBoundary } from './features/shell/frame/crash-boundary';
import { DocumentHead } from './features/shell/frame/document-head';
import { ErrorPage } from './features/shell/frame/error-page';
import { NotFoundPage } from './features/shell/frame/not-found-page';
import { useTheme } from './features/shell/frame/use-theme';
import { CookieNotice } from './features/shell/messages/cookie-notice';
import { Toaster } from './features/shell/messages/toaster';
import { useFormats } from './features/shell/time/use-formats';
import { isCookieNoticeDue, readTheme } from './server/choices.server';
import { readEndpoint } from './server/endpoint-choice.server';
import { newFormToken } from './server/form.server';
import { countsViews } from './server/page-views.server';
import { takeToast } from './server/toast.server';

/** Page background for the browser's own bars, equal to `--canvas` in styles.css. */
const CANVAS = { light: '#FAF7F2', dark: '#12141F' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  return {
    nonce: context.nonce,
    reference: context.reference,
    toast: await takeToast(request, context),
    formToken: newFormToken(),
    theme: readTheme(request, context),
    isCookieNoticeDue: isCookieNoticeDue(request, context),
    publicUrl: context.env.PUBLIC_URL,
    countsViews: countsViews(request, context),
    endpoint: await readEndpoint(request, context),
  };
}

/**
 * True after a successful form and after a redirect that left a message, because there may be a toast. Otherwise the root data is not
 * reloaded, so that a page's reload is one request. After a form, also expires cached page data (RT-018): the router calls this function
 * before every load.
 */
export function shouldRevalidate({ formMethod, actionStatus }: ShouldRevalidateFunctionArgs): boolean {
  const isAfterAction = formMethod !== undefined && formMethod !== 'GET';
  if (isAfterAction) expireLoads();
  // A refused or unanswered form shows its own message and sets no toast.
  return isAfterAction ? (actionStatus ?? 200) < 400 : hasPendingToast();
}

/** The HTML document of every page, including error pages. */
export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const root = useRouteLoaderData<typeof loader>('root');
  const theme = useTheme();
  const isStill = useIsStill();
  return (
    <html data-formats={JSON.stringify(useFormats())} data-theme={theme ?? undefined} lang={i18n.language}>
      <head>
        <meta charSet="utf-8" />
        <meta content="width=device-width, initial-scale=1, viewport-fit=cover" name="viewport" />
        <meta content={theme === 'dark' ? CANVAS.dark : CANVAS.light} media="(prefers-color-scheme: light)" name="theme-color" />
        <meta content={theme === 'light' ? CANVAS.light : CANVAS.dark} media="(prefers-color-scheme: dark)" name="theme-color" />
        <DocumentHead />
        <link as="font" crossOrigin="anonymous" href={figtree} rel="preload" type="font/woff2" />
        <Meta />
        <Links />
      </head>
      <body data-texts={useOwnTexts()}>
        {root?.endpoint ? <EndpointBanner address={root.endpoint} /> : null}
        {isStill || !root?.isCookieNoticeDue ? null : <CookieNotice />}
        <Toaster toast={root?.toast ?? null} token={root?.formToken ?? ''} />
        {children}
        {isStill || !root ? null : (
          <>
            <ScrollRestoration nonce={root.nonce} />
            <Scripts nonce={root.nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  useEffect(() => watchRouteFiles(getRouter()), []);
  return (
    <CrashBoundary>
      <Outlet />
    </CrashBoundary>
  );
}

export function ErrorBoundary() {
  const root = useRouteLoaderData<typeof loader>('root');
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  const refused = isRouteErrorResponse(error) && [400, 408, 413].includes(error.status) && typeof error.data === 'string' ? error.data : '';
  useCrashReport(isMissing || refused !== '' ? null : error);
  if (refused !== '') return <RefusedFormPage text={refused} />;
  return isMissing ? <NotFoundPage /> : <ErrorPage reference={root?.reference ?? null} />;
}

/** Returns the page's text sets other than `common`, from `handle.texts`. The browser loads these sets for hydration. */
function useOwnTexts(): string | undefined {
  const own = useMatches().flatMap(({ handle }) => textsOf(handle));
  return own.length === 0 ? undefined : own.join(' ');
}

/** True for a page that is stored for offline use (`handle.still`). Such a page loads no application scripts. */
function useIsStill(): boolean {
  return useMatches().some(({ handle }) => typeof handle === 'object' && handle !== null && 'still' in handle);
}
