import type { EndpointId } from '../../../app/wire/endpoints';
import type { Operation } from './operations';

type SsoCall = Extract<EndpointId, 'exchangeSso'>;

/** Words and examples of single sign-on. */
export const SSO_OPERATIONS: Record<SsoCall, Operation> = {
  exchangeSso: {
    description:
      'Takes the code that a provider gave, with the `code_verifier` and the `nonce` of the request that it was given for. A code that is used, too old or not for this request is answered with `token_valid` false. Where the identity has an account, `id_token` signs in by POST /login once, within 5 minutes; where it has none, it signs up by POST /account once, within 30. Its SHA-256 in lower-case hex may stand in its place. An account that only has the same address is never linked: `account_exists` says so, and there is no token. `client_id` and `redirect_uri` are those of this installation.',
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
