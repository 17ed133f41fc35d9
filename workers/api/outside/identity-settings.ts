/** Settings of the single sign-on providers (A85); see docs/operating.md, «Single sign-on». A provider without a client id is disabled. */
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
  /** PKCS #8 in PEM, as Apple issues it. Line breaks may be written as a backslash and `n`. */
  APPLE_PRIVATE_KEY?: string;
  /**
   * Enabled unless `0`, `false`, `no`, `off` or empty. If enabled, we ask Apple for the name and email address, and Apple returns by form
   * POST.
   */
  APPLE_FORM_POST?: string;
};
