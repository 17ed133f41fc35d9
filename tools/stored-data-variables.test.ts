import { describe, expect, test } from 'vitest';
import { makeSecrets } from './secrets.ts';
import { storedDataVariables } from './stored-data-variables.ts';

const SERVED = { PUBLIC_URL: 'https://porchlight.example', API_URL: 'https://api.porchlight.example' };
const MAIL = { MAIL_FROM: 'Porchlight <a@porchlight.example>', SMTP_URL: 'smtps://mail.example' };

describe('storedDataVariables', () => {
  test("uses the installation's settings and mail server instead of the demonstration's", () => {
    const settings = { ...makeSecrets(), ...SERVED, ...MAIL };
    const { web, api } = storedDataVariables(settings, 8787);
    expect(api).toMatchObject({ ...SERVED, ...MAIL, DIRECTORY_KEY: settings.DIRECTORY_KEY, SEAL_KEYS: settings.SEAL_KEYS });
    expect([web.APP_ENV, api.APP_ENV]).toEqual([undefined, undefined]);
    expect(api).not.toHaveProperty('SESSION_KEYS');
  });

  test("sets no mail server if the installation's settings name none, so that emails stay in the queue", () => {
    const { api } = storedDataVariables({ ...makeSecrets(), ...SERVED }, 8787);
    expect([api.APP_ENV, api.MAIL_FROM, api.SMTP_URL]).toEqual([undefined, undefined, undefined]);
  });

  test("returns the demonstration's variables when the settings contain no secrets", () => {
    const { web, api } = storedDataVariables({}, 8787);
    expect([web.APP_ENV, api.APP_ENV]).toEqual(['demonstration', 'demonstration']);
  });
});
