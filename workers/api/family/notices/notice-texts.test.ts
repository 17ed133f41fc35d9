import { expect, test } from 'vitest';
import { writeNotice } from './notice-texts';

const begins = Date.UTC(2026, 10, 16, 0);
const MIA = {
  childId: 'mia',
  child: 'Mia',
  device: 'iPad',
  email: 'mia@example.com',
  timeZone: 'Europe/Berlin',
  homeZone: 'Europe/Berlin',
  isDecided: false,
  hasAppRules: true,
};

test.each([
  ['es', 0, 'Hora de dormir empieza a la 01:00 para Mia'],
  ['es', 1, 'Hora de dormir empieza a las 02:00 para Mia'],
  ['pt-br', 0, 'Hora de dormir começa à 01:00 para Mia'],
  ['zh-cn', 0, 'Mia 的“就寝时间”将于 01:00 开始'],
] as const)('in %s, %i hours after midnight UTC: «%s»', (language, hours, title) => {
  const notice = {
    id: 'n',
    subject_id: 'mia',
    child_id: 'mia',
    occurrence: begins + hours * 3_600_000,
    facts: { type: 'upcoming_block_announce', ruleId: 'r', ruleName: 'Bedtime', isReadyMade: true, until: null },
    at: begins,
    read_at: null,
    shown_at: null,
    hidden: 0,
    withdrawn_at: null,
  } as const;
  expect(writeNotice(notice, language, MIA).list_title).toBe(title);
});

test('an app has the name that pages have for it: the catalogue’s in the reader’s language, else the device’s', () => {
  const titleOf = (facts: { bundleId: string | null; bundleIds: Array<string> }, language: 'de' | 'zh-cn') => {
    const notice = {
      id: 'n',
      subject_id: 'd:a',
      child_id: 'mia',
      occurrence: begins,
      facts: { type: 'app_installed', deviceId: 'd', appName: 'WA-device', others: 1, beyond: 0, ...facts },
      at: begins,
      read_at: null,
      shown_at: null,
      hidden: 0,
      withdrawn_at: null,
    } as const;
    const { list_title, detail_body } = writeNotice(notice, language, MIA);
    return `${list_title} ${detail_body}`;
  };
  expect(titleOf({ bundleId: 'com.WhatsApp', bundleIds: [] }, 'zh-cn')).toContain('WhatsApp');
  expect(titleOf({ bundleId: null, bundleIds: ['com.apple.camera'] }, 'de')).toContain('Kamera');
  expect(titleOf({ bundleId: 'com.example.other', bundleIds: [] }, 'de')).toContain('WA-device');
});
