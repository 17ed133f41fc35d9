import { demonstrationVariables } from './demonstration.ts';
import { OPTIONAL_API_SECRETS, OPTIONAL_API_SETTINGS, pickSettings } from './web-settings.ts';

type Variables = { web: Record<string, string>; api: Record<string, string> };

/**
 * Returns the variables for a command that briefly runs the Workers on stored data: those of the installation if `settings` contain its
 * secrets, else those of the demonstration. The Workers also send due emails. With the demonstration’s variables, an installation’s emails
 * would go to an unread mailbox and count as sent.
 */
export function storedDataVariables(settings: NodeJS.Dict<string>, port: number): Variables {
  const { web, api } = demonstrationVariables(port);
  if (!settings.DIRECTORY_KEY) return { web: over(web, settings), api: over(api, settings) };
  // Never uses the demonstration’s sender. Without the installation’s own MAIL_FROM and SMTP_URL, emails stay in the queue.
  const theirs = pickSettings(settings, ['MAIL_FROM', 'SMTP_URL', ...OPTIONAL_API_SETTINGS, ...OPTIONAL_API_SECRETS]);
  const { APP_ENV: _web, ...webInEarnest } = over(web, settings);
  const { APP_ENV: _api, MAIL_FROM: _sender, ...apiInEarnest } = over(api, settings);
  return { web: webInEarnest, api: { ...apiInEarnest, ...theirs } };
}

function over(variables: Record<string, string>, settings: NodeJS.Dict<string>): Record<string, string> {
  return { ...variables, ...pickSettings(settings, Object.keys(variables)) };
}
