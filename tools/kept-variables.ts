import { demonstrationVariables } from './demonstration.ts';
import { OPTIONAL_API_SECRETS, OPTIONAL_API_SETTINGS, said } from './web-settings.ts';

type Variables = { web: Record<string, string>; api: Record<string, string> };

/**
 * The variables with which a command runs on a kept state for a moment: those of the demonstration, or of the installation whose secrets the
 * settings hold. Work that is due is done meanwhile. As the demonstration, mails that wait for a mail server would go into a mailbox that
 * nobody reads, as text, and count as sent.
 */
export function keptVariables(settings: NodeJS.Dict<string>, port: number): Variables {
  const { web, api } = demonstrationVariables(port);
  if (!settings.DIRECTORY_KEY) return { web: over(web, settings), api: over(api, settings) };
  // A sender of the demonstration's is none of theirs: without both of theirs a mail waits.
  const theirs = said(settings, ['MAIL_FROM', 'SMTP_URL', ...OPTIONAL_API_SETTINGS, ...OPTIONAL_API_SECRETS]);
  const { APP_ENV: _web, ...webInEarnest } = over(web, settings);
  const { APP_ENV: _api, MAIL_FROM: _sender, ...apiInEarnest } = over(api, settings);
  return { web: webInEarnest, api: { ...apiInEarnest, ...theirs } };
}

function over(variables: Record<string, string>, settings: NodeJS.Dict<string>): Record<string, string> {
  return { ...variables, ...said(settings, Object.keys(variables)) };
}
