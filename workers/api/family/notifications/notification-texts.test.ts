import { describe, expect, test } from 'vitest';
import { writeNotification } from './notification-texts';

const begins = Date.UTC(2026, 10, 16, 0);
const MIA = {
  childId: 'mia',
  child: 'Mia',
  device: 'iPad',
  email: 'mia@example.com',
  timeZone: 'Europe/Berlin',
  homeZone: 'Europe/Berlin',
  isDecided: false,
  isOver: false,
  hasAppRules: true,
};

describe('writeNotification', () => {
  test.each([
    ['es', 0, 'Hora de dormir empieza a la 1:00 para Mia'],
    ['es', 1, 'Hora de dormir empieza a las 2:00 para Mia'],
    ['pt-br', 0, 'Hora de dormir começa à 01:00 para Mia'],
    ['zh-cn', 0, 'Mia 的“就寝时间”将于 01:00 开始'],
  ] as const)('formats the time in %s, %i hours after midnight UTC, as «%s»', (language, hours, title) => {
    const notification = {
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
    expect(writeNotification(notification, language, MIA).list_title).toBe(title);
  });

  test.each([
    ['en-US', '4:00\u00a0AM (Eastern Time)', 'Sunday, November 15'],
    ['en-GB', '04:00 (', 'Sunday'],
    ['zh-TW', '上午4:00', '11月15日'],
  ])('adds the zone’s name in %s to a time of another zone, as pages do', (locale, time, date) => {
    const notification = {
      id: 'n',
      subject_id: 'mia',
      child_id: 'mia',
      occurrence: begins,
      facts: { type: 'upcoming_block_announce', ruleId: 'r', ruleName: 'Bedtime', isReadyMade: true, until: null },
      at: begins - 15 * 3_600_000,
      read_at: null,
      shown_at: null,
      hidden: 0,
      withdrawn_at: null,
    } as const;
    const written = writeNotification(notification, locale, { ...MIA, timeZone: 'America/New_York' }).list_datetime;
    expect(written).toContain(time);
    expect(written).toContain(date);
  });

  test('names an app as pages do: by its catalog name in the user’s language, or else by the name from the device', () => {
    const titleOf = (facts: { bundleId: string | null; bundleIds: Array<string> }, language: 'de' | 'zh-cn') => {
      const notification = {
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
      const { list_title, detail_body } = writeNotification(notification, language, MIA);
      return `${list_title} ${detail_body}`;
    };
    expect(titleOf({ bundleId: 'com.WhatsApp', bundleIds: [] }, 'zh-cn')).toContain('WhatsApp');
    expect(titleOf({ bundleId: null, bundleIds: ['com.apple.camera'] }, 'de')).toContain('Kamera');
    expect(titleOf({ bundleId: 'com.example.other', bundleIds: [] }, 'de')).toContain('WA-device');
  });
});
