/** What an installation says of its providers (A85); docs/operating.md, «Single sign-on». A provider without a client id is not there. */
export type SsoSettings = {
  APP_ENV?: string;
  PUBLIC_URL: string;
  GOOGLE_ISSUER?: string;
  GOOGLE_CLIENT_ID?: string;
  GOOGLE_CLIENT_SECRET?: string;
  APPLE_ISSUER?: string;
  APPLE_CLIENT_ID?: string;
  APPLE_TEAM_ID?: string;
  APPLE_KEY_ID?: string;
  /** PKCS #8 in PEM, as Apple hands it out; `\n` may stand for the ends of its lines. */
  APPLE_PRIVATE_KEY?: string;
  /** Anything but `0`, `false`, `no` or `off`: Apple is asked for name and address, and answers by a posted form. */
  APPLE_FORM_POST?: string;
};
