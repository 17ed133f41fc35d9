/** Sample names as families type them, in scripts and lengths that layouts must handle. Not translated. */
export const NAMES = {
  latin: 'Mia',
  german: 'Familientablet im Wohnzimmer (Hausaufgabenbetreuung)',
  chinese: '客廳的平板電腦',
  rightToLeft: 'הטאבלט של נועם (iPad 2)',
  sixtyFour: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!?',
} as const;

/** A long German label and a Chinese one. */
export const LABELS = {
  german: 'Bildschirmzeitverlängerungsgenehmigung für das Wochenende',
  chinese: '螢幕使用時間與就寢時間',
} as const;

/** The fixed time of the Showcase, the same on server and browser: Thursday, May 14, 2026, 20:42 in Berlin. */
export const EVENING = { zone: 'Europe/Berlin', now: Date.UTC(2026, 4, 14, 18, 42), weekday: 4 } as const;

/** A photo that loads, and one that fails to load. */
export const PHOTOS = { good: '/favicon.svg', broken: 'data:image/png;base64,AAAA' } as const;
