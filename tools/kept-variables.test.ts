import { describe, expect, test } from 'vitest';
import { keptVariables } from './kept-variables.ts';
import { makeSecrets } from './secrets.ts';

const SERVED = { PUBLIC_URL: 'https://porchlight.example', API_URL: 'https://api.porchlight.example' };
const MAIL = { MAIL_FROM: 'Porchlight <a@porchlight.example>', SMTP_URL: 'smtps://mail.example' };

describe('keptVariables', () => {
  test('on the state of an installation, a command is no demonstration, and mails go to its mail server', () => {
    const settings = { ...makeSecrets(), ...SERVED, ...MAIL };
    const { web, api } = keptVariables(settings, 8787);
    expect(api).toMatchObject({ ...SERVED, ...MAIL, DIRECTORY_KEY: settings.DIRECTORY_KEY, SEAL_KEYS: settings.SEAL_KEYS });
    expect([web.APP_ENV, api.APP_ENV]).toEqual([undefined, undefined]);
    expect(api).not.toHaveProperty('SESSION_KEYS');
  });

  test('where an installation’s settings name no mail server, mails wait', () => {
    const { api } = keptVariables({ ...makeSecrets(), ...SERVED }, 8787);
    expect([api.APP_ENV, api.MAIL_FROM, api.SMTP_URL]).toEqual([undefined, undefined, undefined]);
  });

  test('without settings a command runs as the demonstration', () => {
    const { web, api } = keptVariables({}, 8787);
    expect([web.APP_ENV, api.APP_ENV]).toEqual(['demonstration', 'demonstration']);
  });
});
