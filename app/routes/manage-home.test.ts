import { describe, expect, test } from 'vitest';
import { updateOwnFlow } from '#app/server/flow.server';
import { writeSession } from '#app/server/session.server';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { ACCOUNT_WIRE } from '#tests/web-parent.ts';
import { makeSession } from '#tests/web-session.ts';
import { loader } from './_app.manage._index';

const CHILD_ID = ACCOUNT_WIRE.users[0]?.user_id ?? '';

/** Opens /manage after a visit of this panel, or of none. */
async function openAfter(panel: string | null) {
  const api = async () => Response.json(ACCOUNT_WIRE);
  const before = webContext({ api });
  await writeSession(before, makeSession());
  if (panel !== null) await updateOwnFlow(requestWithCookies(before), before, ACCOUNT_WIRE.account_id, { childId: CHILD_ID, panel });
  return loader({ request: requestWithCookies(before), context: webContext({ api }), params: {} });
}

describe('/manage', () => {
  test.each([
    [null, 'schedule'],
    ['allowance', 'allowance'],
    ['an old name', 'schedule'],
  ])('after the panel %s, redirects to the active child’s panel %s (AUTH-024, 025, 032, CONST-108)', async (panel, expected) => {
    expect(await openAfter(panel)).toRedirectTo(`/manage/${CHILD_ID}/${expected}`);
  });
});
