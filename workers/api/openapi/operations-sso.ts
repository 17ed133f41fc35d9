import type { EndpointId } from '#app/wire/endpoints';
import type { Operation } from './operations';

type SsoCall = Extract<EndpointId, 'exchangeSso'>;

/** Texts and examples of single sign-on. */
export const SSO_OPERATIONS: Record<SsoCall, Operation> = {
  exchangeSso: {
    description:
      'Takes a provider’s code, with the `code_verifier` and the `nonce` of its request. A code that is used, expired or for another request returns `token_valid` false. If the identity has an account, `id_token` logs in once with POST /login, within 5 minutes; otherwise it signs up once with POST /account, within 30 minutes. Its SHA-256 in lower-case hex can be sent instead. An account that only has the same address is never linked: `account_exists` is true, and there is no token. `client_id` and `redirect_uri` are those of this installation.',
    refusals: ['otherClient', 'rateLimited'],
    body: {
      sso: {
        auth_code: '4/0AVMBsJhq7c2m1x',
        client_id: '1234567890.apps.googleusercontent.com',
        redirect_uri: 'https://porchlight.example/google-sso-redirect',
        type: 'google',
        code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
        nonce: 'n-0S6_WzA2MjBqX4T7kQ',
      },
    },
    answer: {
      account_exists: true,
      can_login_with_token: true,
      id_token: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMDc2OTE1MDM1MDAwNjE1MDcxNTExMzA4MjM2NyJ9.c2lnbmF0dXJl',
      token_valid: true,
      user_name: 'Ada Example',
      email: 'ada@example.com',
    },
  },
};
