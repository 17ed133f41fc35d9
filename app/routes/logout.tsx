import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/components/ui/button';
import { Sheet } from '~/components/ui/sheet';
import { logOut } from '~/features/auth/logout.server';
import { BareFrame } from '~/features/shell/frame/bare-frame';
import { leaveSignUp } from '~/features/sso/pending-sign-up.server';
import { isOpenedByReader, isPrefetch, refusePrefetch } from '~/server/prefetch.server';
import { isFromElsewhere, rememberPath } from '~/server/redirect.server';

export const handle = { title: 'frame.logout' };

/**
 * Ends the session for a reader who opens this address. A link on another site, an image or a script gets the question instead (A79). A
 * browser that fetches ahead gets 503, so that it keeps nothing and asks again when the reader does open it.
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
  // For a correction that asks for a recent login (A151).
  if (then === 'email') await rememberPath(request, context, '/account/email');
  // For whoever is logged in and does not know the password any more (A110).
  const path = then === 'forgot' ? '/forgot' : '/login';
  return redirect(path, { headers: { 'Clear-Site-Data': '"cache", "storage"' } });
}

export default function Logout() {
  const { t } = useTranslation();
  return (
    <BareFrame>
      <Sheet
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
