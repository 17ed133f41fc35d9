import type { Language } from '#app/domain/language';
import type { NotificationText } from './notification-words';

/** Placeholders: `{{app}}`, `{{device}}` and `{{child}}` are names, `{{count}}` is at least two, `{{from}}` is a time. */
type ReportNotificationWords = {
  app: NotificationText;
  /** Announces the new apps of a day that were not announced by name. */
  apps: NotificationText;
  /** Replaces the bodies of `app` and `apps` if the plan has neither screen time nor app rules. */
  plain: { app: string; apps: string };
  update: NotificationText;
  verify: NotificationText;
  /** Text for a notification type that this version doesn't know. */
  other: NotificationText;
};

/** Texts of the notifications raised by reports and by the account, in eight languages. */
export const REPORT_NOTIFICATION_TEXTS: Record<Language, ReportNotificationWords> = {
  en: {
    app: {
      title: '{{app}} is new on {{device}}',
      subtitle: '{{child}}',
      body: '{{device}} has a new app: {{app}}. The device’s schedules and screen time apply to it. You can always allow it, never allow it, or set limits just for this app.',
      action: 'Review apps',
    },
    apps: {
      title: '{{count}} more new apps on {{device}}',
      subtitle: '{{child}}',
      body: '{{device}} has {{count}} more new apps. The device’s schedules and screen time apply to them. You can decide for each one.',
      action: 'Review apps',
    },
    plain: {
      app: '{{device}} has a new app: {{app}}. The device’s schedules and blocks apply to it.',
      apps: '{{device}} has {{count}} more new apps. The device’s schedules and blocks apply to them.',
    },
    update: {
      title: 'Update the child app on {{device}}',
      subtitle: '{{child}} · version {{version}}, needs {{needed}}',
      body: 'Some of your settings don’t work on {{device}}. The child app there is version {{version}}. Update it on that device to {{needed}} or later.',
      action: 'See device',
    },
    verify: {
      title: 'Confirm your email address',
      subtitle: '{{email}}',
      body: 'We sent an email with a link to {{email}}. Open the link to confirm the address, so that you can get back in if you forget your password.',
      action: 'Confirm the address',
    },
    other: {
      title: 'News about your family',
      subtitle: '{{from}}',
      body: 'This notification was created by a newer version of Porchlight and can’t be shown in full. Try again later.',
      action: 'Open my family',
    },
  },
  de: {
    app: {
      title: 'Neu auf {{device}}: {{app}}',
      subtitle: '{{child}}',
      body: 'Auf {{device}} ist eine neue App: {{app}}. Für sie gelten die Zeitpläne und die Bildschirmzeit des Geräts. Sie können sie auch immer oder nie erlauben oder ihr eigene Grenzen setzen.',
      action: 'Apps prüfen',
    },
    apps: {
      title: '{{count}} weitere neue Apps auf {{device}}',
      subtitle: '{{child}}',
      body: 'Auf {{device}} sind {{count}} weitere neue Apps. Für sie gelten die Zeitpläne und die Bildschirmzeit des Geräts. Sie können für jede einzeln entscheiden.',
      action: 'Apps prüfen',
    },
    plain: {
      app: 'Auf {{device}} ist eine neue App: {{app}}. Für sie gelten die Zeitpläne und Sperren des Geräts.',
      apps: 'Auf {{device}} sind {{count}} weitere neue Apps. Für sie gelten die Zeitpläne und Sperren des Geräts.',
    },
    update: {
      title: 'Kinder-App auf {{device}} aktualisieren',
      subtitle: '{{child}} · Version {{version}}, nötig ist {{needed}}',
      body: 'Auf {{device}} wirkt nicht alles, was Sie eingestellt haben: Die Kinder-App hat dort die Version {{version}}, nötig ist {{needed}} oder neuer. Aktualisieren Sie sie auf diesem Gerät.',
      action: 'Gerät ansehen',
    },
    verify: {
      title: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
      subtitle: '{{email}}',
      body: 'Wir haben eine E-Mail mit einem Link an {{email}} geschickt. Öffnen Sie den Link, um die Adresse zu bestätigen: Nur dann kommen Sie wieder in Ihr Konto, wenn Sie Ihr Passwort vergessen.',
      action: 'Adresse bestätigen',
    },
    other: {
      title: 'Neues über Ihre Familie',
      subtitle: '{{from}}',
      body: 'Diese Benachrichtigung stammt von einer neueren Version und lässt sich nicht vollständig anzeigen. Versuchen Sie es später noch einmal.',
      action: 'Meine Familie öffnen',
    },
  },
  es: {
    app: {
      title: 'App nueva en {{device}}: {{app}}',
      subtitle: '{{child}}',
      body: 'Hay una app nueva en {{device}}: {{app}}. Se le aplican los horarios y el tiempo de pantalla del dispositivo. También puedes permitirla siempre, no permitirla nunca o ponerle límites propios.',
      action: 'Revisar las apps',
    },
    apps: {
      title: '{{count}} apps nuevas más en {{device}}',
      subtitle: '{{child}}',
      body: '{{device}} tiene {{count}} apps nuevas más. Se les aplican los horarios y el tiempo de pantalla del dispositivo. Puedes decidir sobre cada una.',
      action: 'Revisar las apps',
    },
    plain: {
      app: 'Hay una app nueva en {{device}}: {{app}}. Se le aplican los horarios y los bloqueos del dispositivo.',
      apps: '{{device}} tiene {{count}} apps nuevas más. Se les aplican los horarios y los bloqueos del dispositivo.',
    },
    update: {
      title: 'Actualiza la app para hijos de {{device}}',
      subtitle: '{{child}} · versión {{version}}, se necesita la {{needed}}',
      body: 'No todo lo que has ajustado funciona en {{device}}: su app para hijos tiene la versión {{version}} y se necesita la {{needed}} o posterior. Actualízala en ese dispositivo.',
      action: 'Ver el dispositivo',
    },
    verify: {
      title: 'Confirma tu correo electrónico',
      subtitle: '{{email}}',
      body: 'Hemos enviado un correo con un enlace a {{email}}. Abre el enlace para confirmar la dirección: solo así podrás volver a entrar si olvidas tu contraseña.',
      action: 'Confirmar la dirección',
    },
    other: {
      title: 'Novedades sobre tu familia',
      subtitle: '{{from}}',
      body: 'Esta notificación procede de una versión más reciente y no se puede mostrar completa. Inténtalo de nuevo más tarde.',
      action: 'Abrir mi familia',
    },
  },
  fr: {
    app: {
      title: 'Nouvelle appli sur {{device}}\u202f: {{app}}',
      subtitle: '{{child}}',
      body: 'Une nouvelle appli est sur {{device}}\u202f: {{app}}. Les horaires et le temps d’écran de l’appareil s’y appliquent. Vous pouvez aussi l’autoriser toujours, ne jamais l’autoriser ou lui fixer ses propres limites.',
      action: 'Vérifier les applis',
    },
    apps: {
      title: '{{count}} autres nouvelles applis sur {{device}}',
      subtitle: '{{child}}',
      body: '{{device}} a {{count}} autres nouvelles applis. Les horaires et le temps d’écran de l’appareil s’y appliquent. Vous pouvez décider pour chacune.',
      action: 'Vérifier les applis',
    },
    plain: {
      app: 'Une nouvelle appli est sur {{device}}\u202f: {{app}}. Les horaires et les blocages de l’appareil s’y appliquent.',
      apps: '{{device}} a {{count}} autres nouvelles applis. Les horaires et les blocages de l’appareil s’y appliquent.',
    },
    update: {
      title: 'Mettez à jour l’application enfant sur {{device}}',
      subtitle: '{{child}} · version {{version}}, il faut la {{needed}}',
      body: 'Tous vos réglages ne fonctionnent pas sur {{device}}\u202f: son application enfant est en version {{version}}, et il faut la {{needed}} ou une plus récente. Mettez-la à jour sur cet appareil.',
      action: 'Voir l’appareil',
    },
    verify: {
      title: 'Veuillez confirmer votre adresse e-mail',
      subtitle: '{{email}}',
      body: 'Nous avons envoyé un e-mail avec un lien à {{email}}. Ouvrez ce lien pour confirmer l’adresse\u202f: sans cela, vous ne pourrez plus vous connecter si vous oubliez votre mot de passe.',
      action: 'Confirmer l’adresse',
    },
    other: {
      title: 'Du nouveau pour votre famille',
      subtitle: '{{from}}',
      body: 'Cette notification vient d’une version plus récente et ne peut pas être affichée en entier. Réessayez plus tard.',
      action: 'Ouvrir ma famille',
    },
  },
  nl: {
    app: {
      title: 'Nieuw op {{device}}: {{app}}',
      subtitle: '{{child}}',
      body: 'Op {{device}} staat een nieuwe app: {{app}}. De schema’s en de schermtijd van het apparaat gelden ervoor. Je kunt de app ook altijd toestaan, nooit toestaan of eigen grenzen geven.',
      action: 'Apps bekijken',
    },
    apps: {
      title: 'Nog {{count}} nieuwe apps op {{device}}',
      subtitle: '{{child}}',
      body: 'Op {{device}} staan nog {{count}} nieuwe apps. De schema’s en de schermtijd van het apparaat gelden ervoor. Je kunt over elke app apart beslissen.',
      action: 'Apps bekijken',
    },
    plain: {
      app: 'Op {{device}} staat een nieuwe app: {{app}}. De schema’s en blokkeringen van het apparaat gelden ervoor.',
      apps: 'Op {{device}} staan nog {{count}} nieuwe apps. De schema’s en blokkeringen van het apparaat gelden ervoor.',
    },
    update: {
      title: 'Werk de kinderapp op {{device}} bij',
      subtitle: '{{child}} · versie {{version}}, nodig is {{needed}}',
      body: 'Niet alles wat je hebt ingesteld werkt op {{device}}: de kinderapp daar heeft versie {{version}} en {{needed}} of nieuwer is nodig. Werk de app op dat apparaat bij.',
      action: 'Apparaat bekijken',
    },
    verify: {
      title: 'Bevestig je e-mailadres',
      subtitle: '{{email}}',
      body: 'We hebben een e-mail met een link gestuurd naar {{email}}. Open de link om het adres te bevestigen: alleen dan kom je weer in je account als je je wachtwoord vergeet.',
      action: 'Adres bevestigen',
    },
    other: {
      title: 'Nieuws over je gezin',
      subtitle: '{{from}}',
      body: 'Deze melding komt van een nieuwere versie en kan niet volledig worden getoond. Probeer het later nog eens.',
      action: 'Mijn gezin openen',
    },
  },
  'pt-br': {
    app: {
      title: 'App novo em {{device}}: {{app}}',
      subtitle: '{{child}}',
      body: 'Há um app novo em {{device}}: {{app}}. A programação e o tempo de tela do aparelho valem para ele. Você também pode permitir sempre, nunca permitir ou dar limites próprios a ele.',
      action: 'Revisar os apps',
    },
    apps: {
      title: 'Mais {{count}} apps novos em {{device}}',
      subtitle: '{{child}}',
      body: '{{device}} tem mais {{count}} apps novos. A programação e o tempo de tela do aparelho valem para eles. Você pode decidir sobre cada um.',
      action: 'Revisar os apps',
    },
    plain: {
      app: 'Há um app novo em {{device}}: {{app}}. A programação e os bloqueios do aparelho valem para ele.',
      apps: '{{device}} tem mais {{count}} apps novos. A programação e os bloqueios do aparelho valem para eles.',
    },
    update: {
      title: 'Atualize o app da criança em {{device}}',
      subtitle: '{{child}} · versão {{version}}, é preciso a {{needed}}',
      body: 'Nem tudo o que você configurou funciona em {{device}}: o app da criança está na versão {{version}} e é preciso a {{needed}} ou mais nova. Atualize-o nesse aparelho.',
      action: 'Ver o aparelho',
    },
    verify: {
      title: 'Confirme seu endereço de e-mail',
      subtitle: '{{email}}',
      body: 'Enviamos um e-mail com um link para {{email}}. Abra o link para confirmar o endereço: só assim você consegue entrar de novo se esquecer a senha.',
      action: 'Confirmar o endereço',
    },
    other: {
      title: 'Novidades sobre sua família',
      subtitle: '{{from}}',
      body: 'Esta notificação vem de uma versão mais nova e não pode ser mostrada por inteiro. Tente de novo mais tarde.',
      action: 'Abrir minha família',
    },
  },
  'zh-cn': {
    app: {
      title: '{{device}} 上有新应用：{{app}}',
      subtitle: '{{child}}',
      body: '{{device}} 上新安装了“{{app}}”。设备的时间表和屏幕使用时间对它有效。您也可以始终允许、从不允许，或为它单独设置限制。',
      action: '查看应用',
    },
    apps: {
      title: '{{device}} 上还有 {{count}} 个新应用',
      subtitle: '{{child}}',
      body: '{{device}} 上还有 {{count}} 个新应用。设备的时间表和屏幕使用时间对它们有效。您可以逐个决定。',
      action: '查看应用',
    },
    plain: {
      app: '{{device}} 上新安装了“{{app}}”。设备的时间表和锁定对它有效。',
      apps: '{{device}} 上还有 {{count}} 个新应用。设备的时间表和锁定对它们有效。',
    },
    update: {
      title: '请更新 {{device}} 上的孩子端应用',
      subtitle: '{{child}} · 版本 {{version}}，需要 {{needed}}',
      body: '您的设置在 {{device}} 上无法全部生效：那里的孩子端应用是 {{version}} 版，需要 {{needed}} 或更高版本。请在该设备上更新。',
      action: '查看设备',
    },
    verify: {
      title: '请确认您的邮箱地址',
      subtitle: '{{email}}',
      body: '我们已向 {{email}} 发送了一封带链接的邮件。请打开链接确认此地址：只有这样，您忘记密码时才能重新登录。',
      action: '确认地址',
    },
    other: {
      title: '您的家庭有新消息',
      subtitle: '{{from}}',
      body: '此通知来自更新的版本，目前无法完整显示。请稍后再试。',
      action: '打开我的家庭',
    },
  },
  'zh-tw': {
    app: {
      title: '{{device}} 上有新 App：{{app}}',
      subtitle: '{{child}}',
      body: '{{device}} 上新安裝了「{{app}}」。裝置的時間表和螢幕使用時間對它有效。您也可以一律允許、永不允許，或為它單獨設定限制。',
      action: '檢視 App',
    },
    apps: {
      title: '{{device}} 上還有 {{count}} 個新 App',
      subtitle: '{{child}}',
      body: '{{device}} 上還有 {{count}} 個新 App。裝置的時間表和螢幕使用時間對它們有效。您可以逐一決定。',
      action: '檢視 App',
    },
    plain: {
      app: '{{device}} 上新安裝了「{{app}}」。裝置的時間表和鎖定對它有效。',
      apps: '{{device}} 上還有 {{count}} 個新 App。裝置的時間表和鎖定對它們有效。',
    },
    update: {
      title: '請更新 {{device}} 上的兒童端 App',
      subtitle: '{{child}} · 版本 {{version}}，需要 {{needed}}',
      body: '您的設定在 {{device}} 上無法全部生效：那裡的兒童端 App 是 {{version}} 版，需要 {{needed}} 或更新的版本。請在該裝置上更新。',
      action: '檢視裝置',
    },
    verify: {
      title: '請確認您的電子郵件地址',
      subtitle: '{{email}}',
      body: '我們已向 {{email}} 寄出一封附有連結的郵件。請開啟連結確認此地址：只有這樣，您忘記密碼時才能重新登入。',
      action: '確認地址',
    },
    other: {
      title: '您的家庭有新消息',
      subtitle: '{{from}}',
      body: '這則通知來自較新的版本，目前無法完整顯示。請稍後再試。',
      action: '開啟我的家庭',
    },
  },
};
