import { Hono } from 'hono';
import { outsideAccount } from '#app/wire/errors';
import { getAccessToken } from '#app/wire/realtime';
import { type FamilyApp, handleEndpoint } from '../core/handle-endpoint';
import { REALTIME_TOKEN_LIFE_MS, realtimeToken } from '../core/secrets';
import { getAccount } from '../store/account.queries';
import { findUser } from '../store/child.queries';

/** Returns a token that opens the browser socket of the calling session for an hour (S16). */
export const accessToken = new Hono<FamilyApp>().get(
  '/',
  handleEndpoint(getAccessToken, (call, { query }) => {
    if (query.device_id !== call.actor.id || findUser(call.sql, query.user_id)?.type !== 1) throw outsideAccount();
    const expires = call.now + REALTIME_TOKEN_LIFE_MS;
    const tokenKey = call.sealer.open(getAccount(call.sql).token_key, 'account');
    return { access_token: realtimeToken(call.accountId, call.actor.id, tokenKey, expires), expires };
  }),
);
