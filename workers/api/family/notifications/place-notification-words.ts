import type { Language } from '#app/domain/language';
import type { NotificationText } from './notification-words';

/**
 * Texts with placeholders.
 * - names: `{{child}}`, `{{device}}` and `{{place}}`
 * - times: `{{from}}` and `{{reported}}`
 * - a day with its time: `{{seen}}`
 * - a length: `{{accuracy}}`
 */
type PlaceNotificationWords = {
  enter: NotificationText;
  exit: NotificationText;
  /** The child is not at the place at the agreed time. */
  absent: NotificationText;
  /** Appended if the position was not precise. */
  accuracy: string;
  /** Appended if the device reported late. */
  delayed: string;
};

/** Texts of the notifications about places, in eight languages. */
export const PLACE_NOTIFICATION_TEXTS: Record<Language, PlaceNotificationWords> = {
  en: {
    enter: {
      title: '{{child}} arrived at {{place}}',
      subtitle: '{{from}} · {{device}}',
      body: '{{device}} arrived at {{place}} at {{from}}.',
      action: 'Open the locator',
    },
    exit: {
      title: '{{child}} left {{place}}',
      subtitle: '{{from}} · {{device}}',
      body: '{{device}} left {{place}} at {{from}}.',
      action: 'Open the locator',
    },
    absent: {
      title: '{{child}} isn’t at {{place}}',
      subtitle: '{{from}} · {{device}}',
      body: '{{child}} wasn’t at {{place}} at {{from}}. {{device}} was somewhere else. Its last position: {{seen}}.',
      action: 'Open the locator',
    },
    accuracy: 'The position is accurate to about {{accuracy}}.',
    delayed: 'It reported this later, at {{reported}}.',
  },
  de: {
    enter: {
      title: '{{child}} ist angekommen: {{place}}',
      subtitle: '{{from}} · {{device}}',
      body: '{{device}} ist um {{from}} angekommen: {{place}}.',
      action: 'Zum Ortungsdienst',
    },
    exit: {
      title: '{{child}} ist gegangen: {{place}}',
      subtitle: '{{from}} · {{device}}',
      body: '{{device}} hat „{{place}}“ um {{from}} verlassen.',
      action: 'Zum Ortungsdienst',
    },
    absent: {
      title: '{{child}} ist nicht da: {{place}}',
      subtitle: '{{from}} · {{device}}',
      body: 'Um {{from}} war {{child}} nicht am Ort „{{place}}“. {{device}} war woanders. Letzte Position: {{seen}}.',
      action: 'Zum Ortungsdienst',
    },
    accuracy: 'Die Position ist auf etwa {{accuracy}} genau.',
    delayed: 'Gemeldet wurde das erst um {{reported}}.',
  },
  es: {
    enter: {
      title: '{{child}} ha llegado a «{{place}}»',
      subtitle: '{{from}} · {{device}}',
      body: '{{device}} ha llegado a «{{place}}» a las {{from}}.',
      action: 'Abrir el localizador',
    },
    exit: {
      title: '{{child}} ha salido de «{{place}}»',
      subtitle: '{{from}} · {{device}}',
      body: '{{device}} ha salido de «{{place}}» a las {{from}}.',
      action: 'Abrir el localizador',
    },
    absent: {
      title: '{{child}} no está en «{{place}}»',
      subtitle: '{{from}} · {{device}}',
      body: '{{child}} no estaba en «{{place}}» a las {{from}}. {{device}} estaba en otro lugar. Última posición: {{seen}}.',
      action: 'Abrir el localizador',
    },
    accuracy: 'La posición tiene una precisión de unos {{accuracy}}.',
    delayed: 'Lo comunicó más tarde, a las {{reported}}.',
  },
  fr: {
    enter: {
      title: '{{child}}\u202f: arrivée à «\u202f{{place}}\u202f»',
      subtitle: '{{from}} · {{device}}',
      body: '{{device}} a atteint «\u202f{{place}}\u202f» à {{from}}.',
      action: 'Ouvrir la localisation',
    },
    exit: {
      title: '{{child}}\u202f: départ de «\u202f{{place}}\u202f»',
      subtitle: '{{from}} · {{device}}',
      body: '{{device}} a quitté «\u202f{{place}}\u202f» à {{from}}.',
      action: 'Ouvrir la localisation',
    },
    absent: {
      title: '{{child}} n’est pas à «\u202f{{place}}\u202f»',
      subtitle: '{{from}} · {{device}}',
      body: '{{child}} n’était pas à «\u202f{{place}}\u202f» à {{from}}. {{device}} se trouvait ailleurs. Dernière position\u202f: {{seen}}.',
      action: 'Ouvrir la localisation',
    },
    accuracy: 'La position est précise à environ {{accuracy}}.',
    delayed: 'L’information est arrivée plus tard, à {{reported}}.',
  },
  nl: {
    enter: {
      title: '{{child}} is aangekomen bij ‘{{place}}’',
      subtitle: '{{from}} · {{device}}',
      body: '{{device}} kwam om {{from}} aan bij ‘{{place}}’.',
      action: 'Locaties openen',
    },
    exit: {
      title: '{{child}} is weg bij ‘{{place}}’',
      subtitle: '{{from}} · {{device}}',
      body: '{{device}} ging om {{from}} weg bij ‘{{place}}’.',
      action: 'Locaties openen',
    },
    absent: {
      title: '{{child}} is niet bij ‘{{place}}’',
      subtitle: '{{from}} · {{device}}',
      body: '{{child}} was om {{from}} niet bij ‘{{place}}’. {{device}} was ergens anders. Laatste positie: {{seen}}.',
      action: 'Locaties openen',
    },
    accuracy: 'De positie is tot op ongeveer {{accuracy}} nauwkeurig.',
    delayed: 'De melding kwam later, om {{reported}}.',
  },
  'pt-br': {
    enter: {
      title: '{{child}} chegou a “{{place}}”',
      subtitle: '{{from}} · {{device}}',
      body: '{{device}} chegou a “{{place}}” às {{from}}.',
      action: 'Abrir o localizador',
    },
    exit: {
      title: '{{child}} saiu de “{{place}}”',
      subtitle: '{{from}} · {{device}}',
      body: '{{device}} saiu de “{{place}}” às {{from}}.',
      action: 'Abrir o localizador',
    },
    absent: {
      title: '{{child}} não está em “{{place}}”',
      subtitle: '{{from}} · {{device}}',
      body: '{{child}} não estava em “{{place}}” às {{from}}. {{device}} estava em outro lugar. Última posição: {{seen}}.',
      action: 'Abrir o localizador',
    },
    accuracy: 'A posição tem precisão de cerca de {{accuracy}}.',
    delayed: 'O aviso chegou mais tarde, às {{reported}}.',
  },
  'zh-cn': {
    enter: {
      title: '{{child}} 已到达“{{place}}”',
      subtitle: '{{from}} · {{device}}',
      body: '{{device}} 于 {{from}} 到达“{{place}}”。',
      action: '打开定位',
    },
    exit: {
      title: '{{child}} 已离开“{{place}}”',
      subtitle: '{{from}} · {{device}}',
      body: '{{device}} 于 {{from}} 离开“{{place}}”。',
      action: '打开定位',
    },
    absent: {
      title: '{{child}} 不在“{{place}}”',
      subtitle: '{{from}} · {{device}}',
      body: '{{from}} 时，{{child}} 不在“{{place}}”。{{device}} 在别的地方，最后位置的时间：{{seen}}。',
      action: '打开定位',
    },
    accuracy: '位置精度约为 {{accuracy}}。',
    delayed: '设备直到 {{reported}} 才报告。',
  },
  'zh-tw': {
    enter: {
      title: '{{child}} 已抵達「{{place}}」',
      subtitle: '{{from}} · {{device}}',
      body: '{{device}} 於 {{from}} 抵達「{{place}}」。',
      action: '開啟定位',
    },
    exit: {
      title: '{{child}} 已離開「{{place}}」',
      subtitle: '{{from}} · {{device}}',
      body: '{{device}} 於 {{from}} 離開「{{place}}」。',
      action: '開啟定位',
    },
    absent: {
      title: '{{child}} 不在「{{place}}」',
      subtitle: '{{from}} · {{device}}',
      body: '{{from}} 時，{{child}} 不在「{{place}}」。{{device}} 在別的地方，最後位置的時間：{{seen}}。',
      action: '開啟定位',
    },
    accuracy: '位置準確度約為 {{accuracy}}。',
    delayed: '裝置直到 {{reported}} 才回報。',
  },
};
