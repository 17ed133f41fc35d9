/** Settings of the web Worker that an installation may leave out; README.md says what happens then. */
export const OPTIONAL_WEB_SETTINGS = [
  'PRIVACY_URL',
  'CHILDRENS_PRIVACY_URL',
  'TERMS_URL',
  'HELP_URL',
  'SENTRY_DSN',
  'ANALYTICS_URL',
  'SECURITY_CONTACT',
  'SECURITY_EXPIRES',
  'ENDPOINT_OVERRIDE',
  'ENDPOINT_QA',
  'ENDPOINT_LOCAL',
  'ENDPOINT_DEV5',
  'E2E',
];

/** Those of the named settings that are said. */
export function said(settings: NodeJS.Dict<string>, names = OPTIONAL_WEB_SETTINGS): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (settings[name] ? [[name, settings[name]]] : [])));
}
