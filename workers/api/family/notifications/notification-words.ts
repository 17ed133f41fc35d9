import type { Language } from '#app/domain/language';

/**
 * `{{child}}`, `{{device}}` and `{{rule}}` are names. `{{from}}` and `{{until}}` are times, with weekday and date unless on the same day.
 */
export type NotificationText = { title: string; subtitle: string; body: string; action: string };

/** `advice` is appended to the body until the block is over. */
type Announcement = NotificationText & { advice: string };

type NotificationWords = {
  /** The name of the default schedule, if the parent has not renamed it. */
  bedtime: string;
  coming: Announcement;
  /** Announces a block without a known end. */
  coming_open: Announcement;
  pairing: NotificationText;
  silent: NotificationText;
};

/** Texts of the notifications raised by the clock, in eight languages. */
export const NOTIFICATION_TEXTS: Record<Language, NotificationWords> = {
  en: {
    bedtime: 'Bedtime',
    coming: {
      title: '{{rule}} starts at {{from}} for {{child}}',
      subtitle: 'Blocked until {{until}}',
      body: '“{{rule}}” blocks {{child}}’s devices from {{from}} until {{until}}.',
      advice: 'Need more time today? You can add it.',
      action: 'Allow more time',
    },
    coming_open: {
      title: '{{rule}} starts at {{from}} for {{child}}',
      subtitle: 'Blocked from {{from}}',
      body: '“{{rule}}” blocks {{child}}’s devices from {{from}}.',
      advice: 'Need more time today? You can add it.',
      action: 'Allow more time',
    },
    pairing: {
      title: 'A device for {{child}} isn’t paired yet',
      subtitle: 'Started {{from}}',
      body: 'You started pairing a device for {{child}} on {{from}}. You can finish until {{until}}. If the code has expired, get a new one.',
      action: 'Continue pairing',
    },
    silent: {
      title: '{{device}} hasn’t reported for two days',
      subtitle: '{{child}} · last reported {{from}}',
      body: '{{device}}, used by {{child}}, last reported {{from}}. It may be off or have no network. It keeps applying its last rules.',
      action: 'See devices',
    },
  },
  de: {
    bedtime: 'Schlafenszeit',
    coming: {
      title: '{{rule}} beginnt für {{child}} um {{from}}',
      subtitle: 'Gesperrt bis {{until}}',
      body: 'Ab {{from}} sind die Geräte von {{child}} durch „{{rule}}“ gesperrt, und zwar bis {{until}}.',
      advice: 'Ist heute etwas anders, geben Sie mehr Zeit frei.',
      action: 'Mehr Zeit freigeben',
    },
    coming_open: {
      title: '{{rule}} beginnt für {{child}} um {{from}}',
      subtitle: 'Gesperrt ab {{from}}',
      body: 'Ab {{from}} sind die Geräte von {{child}} durch „{{rule}}“ gesperrt.',
      advice: 'Ist heute etwas anders, geben Sie mehr Zeit frei.',
      action: 'Mehr Zeit freigeben',
    },
    pairing: {
      title: 'Ein Gerät für {{child}} ist noch nicht verbunden',
      subtitle: 'Begonnen: {{from}}',
      body: 'Sie haben begonnen, ein Gerät für {{child}} zu verbinden ({{from}}), es aber noch nicht abgeschlossen. Möglich ist das noch bis {{until}}; ist der Code abgelaufen, holen Sie einen neuen.',
      action: 'Weiter verbinden',
    },
    silent: {
      title: 'Seit zwei Tagen nichts von {{device}} gehört',
      subtitle: '{{child}} · zuletzt: {{from}}',
      body: '{{device}}, das Gerät von {{child}}, hat sich zuletzt am {{from}} gemeldet. Vielleicht ist es ausgeschaltet oder ohne Netz. Es hält sich weiter an die letzten Regeln, die es kennt.',
      action: 'Geräte ansehen',
    },
  },
  es: {
    bedtime: 'Hora de dormir',
    coming: {
      title: '{{rule}} empieza a las {{from}} para {{child}}',
      subtitle: 'Bloqueo hasta: {{until}}',
      body: 'A partir de las {{from}}, «{{rule}}» bloquea los dispositivos de {{child}}. Fin del bloqueo: {{until}}.',
      advice: 'Si hoy es un día distinto, permite más tiempo.',
      action: 'Permitir más tiempo',
    },
    coming_open: {
      title: '{{rule}} empieza a las {{from}} para {{child}}',
      subtitle: 'Bloqueo a partir de las {{from}}',
      body: 'A partir de las {{from}}, «{{rule}}» bloquea los dispositivos de {{child}}.',
      advice: 'Si hoy es un día distinto, permite más tiempo.',
      action: 'Permitir más tiempo',
    },
    pairing: {
      title: 'Queda por vincular un dispositivo de {{child}}',
      subtitle: 'Inicio: {{from}}',
      body: 'Empezaste a vincular un dispositivo para {{child}} ({{from}}) y aún no has terminado. Tienes hasta el {{until}}; si el código ha expirado, obtén otro.',
      action: 'Seguir con la vinculación',
    },
    silent: {
      title: '{{device}} lleva dos días sin dar señales',
      subtitle: '{{child}} · última vez: {{from}}',
      body: '{{device}}, el dispositivo de {{child}}, dio señales por última vez el {{from}}. Quizá esté apagado o sin red. Sigue cumpliendo las últimas reglas que recibió.',
      action: 'Ver los dispositivos',
    },
  },
  fr: {
    bedtime: 'Heure du coucher',
    coming: {
      title: '{{rule}} commence à {{from}} pour {{child}}',
      subtitle: 'Fin du blocage\u202f: {{until}}',
      body: 'À partir de {{from}}, «\u202f{{rule}}\u202f» bloque l’accès pour {{child}}. Fin du blocage\u202f: {{until}}.',
      advice: 'Si aujourd’hui est différent, autorisez plus de temps.',
      action: 'Autoriser plus de temps',
    },
    coming_open: {
      title: '{{rule}} commence à {{from}} pour {{child}}',
      subtitle: 'Blocage à partir de {{from}}',
      body: 'À partir de {{from}}, «\u202f{{rule}}\u202f» bloque l’accès pour {{child}}.',
      advice: 'Si aujourd’hui est différent, autorisez plus de temps.',
      action: 'Autoriser plus de temps',
    },
    pairing: {
      title: 'Un appareil pour {{child}} n’est pas encore associé',
      subtitle: 'Commencé\u202f: {{from}}',
      body: 'Vous avez commencé à associer un appareil pour {{child}} ({{from}}), sans terminer. Vous pouvez continuer jusqu’au {{until}}\u202f; si le code a expiré, obtenez-en un autre.',
      action: 'Poursuivre l’association',
    },
    silent: {
      title: '{{device}}\u202f: aucune nouvelle depuis deux jours',
      subtitle: '{{child}} · dernier signe\u202f: {{from}}',
      body: 'Pour {{child}}\u202f: {{device}} a donné signe de vie pour la dernière fois le {{from}}. Il est peut-être éteint ou sans réseau. Il continue d’appliquer les dernières règles reçues.',
      action: 'Voir les appareils',
    },
  },
  nl: {
    bedtime: 'Bedtijd',
    coming: {
      title: '{{rule}} begint om {{from}} voor {{child}}',
      subtitle: 'Geblokkeerd tot {{until}}',
      body: 'Vanaf {{from}} zijn de apparaten van {{child}} geblokkeerd door ‘{{rule}}’, tot {{until}}.',
      advice: 'Is het vandaag anders, geef dan meer tijd.',
      action: 'Meer tijd geven',
    },
    coming_open: {
      title: '{{rule}} begint om {{from}} voor {{child}}',
      subtitle: 'Geblokkeerd vanaf {{from}}',
      body: 'Vanaf {{from}} zijn de apparaten van {{child}} geblokkeerd door ‘{{rule}}’.',
      advice: 'Is het vandaag anders, geef dan meer tijd.',
      action: 'Meer tijd geven',
    },
    pairing: {
      title: 'Een apparaat voor {{child}} is nog niet gekoppeld',
      subtitle: 'Begonnen: {{from}}',
      body: 'Je bent begonnen een apparaat voor {{child}} te koppelen ({{from}}), maar het is nog niet af. Je kunt verdergaan tot {{until}}; is de code verlopen, haal dan een nieuwe op.',
      action: 'Verder met koppelen',
    },
    silent: {
      title: 'Al twee dagen niets gehoord van {{device}}',
      subtitle: '{{child}} · voor het laatst: {{from}}',
      body: '{{device}}, het apparaat van {{child}}, meldde zich voor het laatst op {{from}}. Misschien staat het uit of heeft het geen netwerk. Het houdt zich aan de laatste regels die het kent.',
      action: 'Apparaten bekijken',
    },
  },
  'pt-br': {
    bedtime: 'Hora de dormir',
    coming: {
      title: '{{rule}} começa às {{from}} para {{child}}',
      subtitle: 'Bloqueio até: {{until}}',
      body: 'A partir das {{from}}, “{{rule}}” bloqueia os aparelhos de {{child}}. Fim do bloqueio: {{until}}.',
      advice: 'Se hoje for um dia diferente, permita mais tempo.',
      action: 'Permitir mais tempo',
    },
    coming_open: {
      title: '{{rule}} começa às {{from}} para {{child}}',
      subtitle: 'Bloqueio a partir das {{from}}',
      body: 'A partir das {{from}}, “{{rule}}” bloqueia os aparelhos de {{child}}.',
      advice: 'Se hoje for um dia diferente, permita mais tempo.',
      action: 'Permitir mais tempo',
    },
    pairing: {
      title: 'Falta parear um aparelho de {{child}}',
      subtitle: 'Início: {{from}}',
      body: 'Você começou a parear um aparelho para {{child}} ({{from}}) e ainda não terminou. Dá para continuar até {{until}}; se o código expirou, obtenha outro.',
      action: 'Continuar o pareamento',
    },
    silent: {
      title: '{{device}} está há dois dias sem dar sinal',
      subtitle: '{{child}} · último sinal: {{from}}',
      body: '{{device}}, o aparelho de {{child}}, deu sinal pela última vez em: {{from}}. Talvez esteja desligado ou sem rede. Ele continua seguindo as últimas regras que recebeu.',
      action: 'Ver os aparelhos',
    },
  },
  'zh-cn': {
    bedtime: '就寝时间',
    coming: {
      title: '{{child}} 的“{{rule}}”将于 {{from}} 开始',
      subtitle: '锁定至 {{until}}',
      body: '从 {{from}} 起，{{child}} 的设备将按“{{rule}}”锁定，直到 {{until}}。',
      advice: '如果今天情况不同，您可以允许更长时间。',
      action: '允许更长时间',
    },
    coming_open: {
      title: '{{child}} 的“{{rule}}”将于 {{from}} 开始',
      subtitle: '{{from}} 起锁定',
      body: '从 {{from}} 起，{{child}} 的设备将按“{{rule}}”锁定。',
      advice: '如果今天情况不同，您可以允许更长时间。',
      action: '允许更长时间',
    },
    pairing: {
      title: '{{child}} 的设备尚未配对',
      subtitle: '开始于 {{from}}',
      body: '您在 {{from}} 开始为 {{child}} 配对一台设备，但还没有完成。在 {{until}} 之前都可以继续；如果配对码已过期，请获取新的配对码。',
      action: '继续配对',
    },
    silent: {
      title: '已有两天没有收到 {{device}} 的消息',
      subtitle: '{{child}} · 最后一次：{{from}}',
      body: '{{child}} 的设备“{{device}}”最后一次报告是在 {{from}}。它可能已关机或没有网络，但仍会遵守它收到的最后一套规则。',
      action: '查看设备',
    },
  },
  'zh-tw': {
    bedtime: '就寢時間',
    coming: {
      title: '{{child}} 的「{{rule}}」將於 {{from}} 開始',
      subtitle: '鎖定至 {{until}}',
      body: '從 {{from}} 起，{{child}} 的裝置會依「{{rule}}」鎖定，直到 {{until}}。',
      advice: '如果今天情況不同，您可以允許更長時間。',
      action: '允許更長時間',
    },
    coming_open: {
      title: '{{child}} 的「{{rule}}」將於 {{from}} 開始',
      subtitle: '{{from}} 起鎖定',
      body: '從 {{from}} 起，{{child}} 的裝置會依「{{rule}}」鎖定。',
      advice: '如果今天情況不同，您可以允許更長時間。',
      action: '允許更長時間',
    },
    pairing: {
      title: '{{child}} 的裝置尚未配對',
      subtitle: '開始於 {{from}}',
      body: '您在 {{from}} 開始為 {{child}} 配對一部裝置，但還沒有完成。在 {{until}} 之前都可以繼續；如果配對碼已過期，請取得新的配對碼。',
      action: '繼續配對',
    },
    silent: {
      title: '已有兩天沒有收到 {{device}} 的回報',
      subtitle: '{{child}} · 最後一次：{{from}}',
      body: '{{child}} 的裝置「{{device}}」最後一次回報是在 {{from}}。它可能已關機或沒有網路，但仍會遵守它收到的最後一套規則。',
      action: '檢視裝置',
    },
  },
};
