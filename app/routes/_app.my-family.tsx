import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { usePoll } from '~/browser/use-poll';
import { answerEditChild, answerRemoveChild } from '~/features/children/child-forms.server';
import { answerRemoveDevice, answerRenameDevice } from '~/features/devices/device-forms.server';
import { FamilyPage } from '~/features/devices/family-page';
import { loadFamilyPage } from '~/features/devices/family-page.server';
import { AppFrame } from '~/features/shell/app-frame';
import { readForm } from '~/server/form.server';
import { requireParent } from '~/server/guards.server';

const HERE = '/my-family';
const POLL_MS = 60_000;

export const handle = { title: 'frame.my_family' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const parent = await requireParent(request, context);
  return loadFamilyPage(context, parent, new URL(request.url).searchParams);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const parent = await requireParent(request, context);
  const form = await readForm(request);
  switch (form.intent) {
    case 'edit-child':
      return answerEditChild(context, parent, form, HERE);
    case 'remove-child':
      return answerRemoveChild(context, parent, form, HERE);
    case 'remove-device':
      return answerRemoveDevice(context, parent, form);
    default:
      return answerRenameDevice(context, parent, form);
  }
}

export default function MyFamily() {
  const { t } = useTranslation();
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  usePoll(POLL_MS);
  return (
    <AppFrame place={t('frame.my_family')} verified={page.verified}>
      <FamilyPage page={page} reply={reply} />
    </AppFrame>
  );
}
