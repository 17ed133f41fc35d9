import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { MessagePage } from '#app/components/ui/message-page';
import { logOut } from '#app/features/auth/logout.server';
import { BareFrame } from '#app/features/shell/frame/bare-frame';
import { leaveSignUp } from '#app/features/sso/pending-sign-up.server';
import { isOpenedByReader, isPrefetch, refusePrefetch } from '#app/server/prefetch.server';
import { isFromElsewhere, rememberPath } from '#app/server/redirect.server';

export const handle = { title: 'frame.logout' };

/**
 * Ends the session when the user opens this URL. For a link from another site, an image or a script, returns null so that the page asks
 * first (A79). Throws 503 for a prefetch, so that the browser caches nothing and requests the page again later.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (isPrefetch(request)) throw refusePrefetch();
  if (isFromElsewhere(request) || !isOpenedByReader(request)) return null;
  throw await leave(request, context);
}

export async function action({ request, context }: ActionFunctionArgs) {
  return leave(request, context);
}

async function leave(request: Request, context: LoaderFunctionArgs['context']): Promise<Response> {
  await logOut(request, context);
  leaveSignUp(request, context);
  const then = new URL(request.url).searchParams.get('then');
  // The next login opens the email form, which requires a recent login (A151).
  if (then === 'email') await rememberPath(request, context, '/account/email');
  // For logged-in users who have forgotten their password (A110).
  const path = then === 'forgot' ? '/forgot' : '/login';
  return redirect(path, { headers: { 'Clear-Site-Data': '"cache", "storage"' } });
}

export default function Logout() {
  const { t } = useTranslation();
  return (
    <BareFrame>
      <MessagePage
        foot={
          <Form method="post" reloadDocument>
            <Button kind="main">{t('frame.logout')}</Button>
          </Form>
        }
        text={t('auth.logout_text')}
        title={t('auth.logout_question')}
      />
    </BareFrame>
  );
}
