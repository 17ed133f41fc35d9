import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { usePoll } from '~/browser/use-poll';
import { ButtonLink } from '~/components/ui/button';
import { PairCode, PairDone, PairHelp, PairInstall, PairNotYet } from '~/features/pairing/pair-page';
import { answerPairForm, loadPairPage } from '~/features/pairing/pair-page.server';
import { Steps } from '~/features/pairing/steps';
import { BareFrame } from '~/features/shell/bare-frame';
import { requireParent } from '~/server/guards.server';

const WAITING_MS = 5000;
const DONE_MS = 60_000;

export const handle = { title: 'pair.page_title' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const parent = await requireParent(request, context);
  return loadPairPage(request, context, parent, params.page);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const parent = await requireParent(request, context);
  return answerPairForm(request, context, parent);
}

export default function Pair() {
  const { t } = useTranslation();
  const { page, open, device, manageTo, formToken } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  usePoll(page === 'done' ? DONE_MS : WAITING_MS);
  return (
    <BareFrame
      end={
        <ButtonLink kind="quiet" to="/my-family">
          {t('pair.stop')}
        </ButtonLink>
      }
    >
      <Steps current={page === 'confirm' || page === 'done' ? 3 : 2} />
      {page === 'code' ? (
        <>
          <PairCode pairing={open} reply={reply} token={formToken} />
          <PairHelp pairing={open} />
        </>
      ) : null}
      {page === 'confirm' ? <PairNotYet pairing={open} /> : null}
      {page === 'install' ? <PairInstall name={open.childName} /> : null}
      {page === 'done' ? <PairDone device={device} manageTo={manageTo} name={open.childName} /> : null}
    </BareFrame>
  );
}
