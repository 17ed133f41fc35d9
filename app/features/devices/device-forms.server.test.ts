import { expect, test } from 'vitest';
import { takeToast } from '~/server/toast.server';
import { notYours } from '~/wire/errors';
import { child } from '../../../tests/child-status.ts';
import { requestWithCookies, webContext } from '../../../tests/web-context.ts';
import { webParent } from '../../../tests/web-parent.ts';
import { answerDeviceForm } from './device-forms.server';
import { pickDevice } from './picked-device.server';

const children = [{ ...child({ id: 'mia', name: 'Mia', deviceIds: ['here', 'with another'] }), givenName: 'Mia' }];
const PAGE = '/my-family';
const refused = () => {
  throw notYours();
};

test.each([
  ['remove-device', () => ({ objects_deleted: 0 })],
  ['rename-device', refused],
  ['device-users', refused],
  ['install-app', refused],
])('a form about a device that is gone says so on the page below: %s', async (intent, call) => {
  const post = async (id: string) => {
    const context = webContext();
    const fields = new FormData();
    for (const [name, value] of Object.entries({ device_id: id, name: 'Phone', users: 'mia', updated_at: '1' })) fields.set(name, value);
    const answer = await answerDeviceForm({
      context,
      parent: webParent(call, { children }),
      form: { fields, intent, token: 't' },
      back: PAGE,
    });
    const toast = await takeToast(requestWithCookies(context), webContext());
    const status = answer && 'data' in answer ? answer.init?.status : null;
    return [answer instanceof Response ? answer.headers.get('Location') : status, toast?.text.key];
  };
  expect(await post('gone')).toEqual([PAGE, 'toast.device_gone']);
  // One that is there is talked of where it is.
  expect(await post('here')).toEqual([400, undefined]);
});

test.each([
  ['gone', 'toast.device_gone'],
  ['with another', undefined],
])('the window of a device that is %s leads to the page below', async (id, said) => {
  const context = webContext();
  const picked = pickDevice(context, webParent(refused, { children }), [], new URLSearchParams({ device: id }), PAGE);
  await expect(picked).rejects.toMatchObject({ status: 302 });
  expect((await takeToast(requestWithCookies(context), webContext()))?.text.key).toBe(said);
});
