import type { DeviceOs } from '#app/domain/device';
import type { Language } from '#app/domain/language';

/** Texts of the pairing page on the child's device, where no app is installed yet. `{{name}}` is the child's name. */
type PairingTexts = {
  title: string;
  lead: string;
  managed: string;
  /** Introduces the links to the child app; `os` labels them. Without links, `appDemo` or `appAsk` says where to get the app. */
  app: string;
  os: Record<DeviceOs, string>;
  appAsk: string;
  appDemo: string;
  step: string;
  download: string;
  codeHint: string;
  paired: string;
  expired: string;
  badLink: string;
};

export const PAIRING_TEXTS: Record<Language, PairingTexts> = {
  en: {
    title: 'Set up this device for {{name}}',
    lead: 'This device will be managed with Porchlight. It always shows that it’s managed.',
    managed: 'Your parent can block it, allow it and set schedules. You can always see this.',
    app: 'Get the child app:',
    os: { iOS: 'iPhone or iPad', android: 'Android', other: 'Another device' },
    appAsk: 'Ask the people who run this Porchlight server for the child app.',
    appDemo: 'This demo has no app to install. Run “npm run device” on the command line to simulate this device.',
    step: 'Download the setup file and open it with the child app on this device:',
    download: 'Download the setup file',
    codeHint: 'Or enter the code from your parent’s screen in the child app.',
    paired: 'This device is set up. You can close this page.',
    expired: 'This link has expired. Get a new one on your parent’s screen.',
    badLink: 'This link isn’t valid. Open it again from your parent’s screen.',
  },
  de: {
    title: 'Dieses Gerät für {{name}} einrichten',
    lead: 'Dieses Gerät wird künftig mit Porchlight verwaltet. Es zeigt immer an, dass es verwaltet wird.',
    managed: 'Deine Eltern können es sperren, freigeben und Zeitpläne festlegen. Das siehst du hier immer.',
    app: 'Kinder-App holen:',
    os: { iOS: 'iPhone oder iPad', android: 'Android', other: 'Anderes Gerät' },
    appAsk: 'Die Kinder-App gibt es bei der Person, die diesen Porchlight-Server betreibt. Fragen Sie dort nach.',
    appDemo:
      'In dieser Demo gibt es keine App zum Installieren. Führen Sie in der Kommandozeile „npm run device“ aus, um dieses Gerät zu simulieren.',
    step: 'Laden Sie die Einrichtungsdatei herunter und öffnen Sie sie auf diesem Gerät mit der Kinder-App:',
    download: 'Einrichtungsdatei herunterladen',
    codeHint: 'Oder geben Sie in der Kinder-App den Code ein, den der Bildschirm der Eltern zeigt.',
    paired: 'Dieses Gerät ist eingerichtet. Sie können die Seite schließen.',
    expired: 'Dieser Link ist abgelaufen. Holen Sie sich auf dem Bildschirm der Eltern einen neuen.',
    badLink: 'Dieser Link ist ungültig. Öffnen Sie ihn noch einmal vom Bildschirm der Eltern aus.',
  },
  es: {
    title: 'Configurar este dispositivo para {{name}}',
    lead: 'Este dispositivo se cuidará con Porchlight. Siempre muestra que está gestionado.',
    managed: 'Tu madre o tu padre puede bloquearlo, permitir su uso y fijar horarios. Nada ocurre a escondidas.',
    app: 'Obtener la app para hijos:',
    os: { iOS: 'iPhone o iPad', android: 'Android', other: 'Otro dispositivo' },
    appAsk: 'La app para hijos la proporciona quien administra este servidor de Porchlight. Pídesela.',
    appDemo: 'Esta demo no tiene ninguna app que instalar. Ejecuta «npm run device» en la línea de comandos para simular este dispositivo.',
    step: 'Descarga el archivo de configuración y ábrelo en este dispositivo con la app para hijos:',
    download: 'Descargar el archivo de configuración',
    codeHint: 'O escribe en la app para hijos el código que aparece en la pantalla de tu madre o tu padre.',
    paired: 'Este dispositivo ya está configurado. Puedes cerrar esta página.',
    expired: 'Este enlace ha expirado. Pide uno nuevo en la pantalla de tu madre o tu padre.',
    badLink: 'Este enlace no es válido. Ábrelo otra vez desde la pantalla de tu madre o tu padre.',
  },
  fr: {
    title: 'Configurer cet appareil pour {{name}}',
    lead: 'Cet appareil sera suivi avec Porchlight. Il indique toujours qu’il est géré.',
    managed: 'Le parent peut le bloquer, en autoriser l’usage et fixer des horaires. Rien ne se fait en cachette.',
    app: 'Obtenir l’application enfant\u202f:',
    os: { iOS: 'iPhone ou iPad', android: 'Android', other: 'Autre appareil' },
    appAsk: 'L’application enfant est fournie par la personne qui gère ce serveur Porchlight. Demandez-la-lui.',
    appDemo:
      'Cette démo n’a pas d’application à installer. Exécutez «\u202fnpm run device\u202f» en ligne de commande pour simuler cet appareil.',
    step: 'Téléchargez le fichier de configuration et ouvrez-le sur cet appareil avec l’application enfant\u202f:',
    download: 'Télécharger le fichier de configuration',
    codeHint: 'Ou saisissez dans l’application enfant le code affiché sur l’écran du parent.',
    paired: 'Cet appareil est configuré. Vous pouvez fermer cette page.',
    expired: 'Ce lien a expiré. Demandez-en un nouveau sur l’écran du parent.',
    badLink: 'Ce lien n’est pas valable. Ouvrez-le de nouveau depuis l’écran du parent.',
  },
  nl: {
    title: 'Dit apparaat instellen voor {{name}}',
    lead: 'Dit apparaat wordt voortaan beheerd met Porchlight. Het laat altijd zien dat het beheerd wordt.',
    managed: 'De ouder kan het blokkeren, toestaan en tijden instellen. Niets gebeurt stiekem.',
    app: 'Kinderapp ophalen:',
    os: { iOS: 'iPhone of iPad', android: 'Android', other: 'Ander apparaat' },
    appAsk: 'De kinderapp krijg je van degene die deze Porchlight-server beheert. Vraag die daarom.',
    appDemo: 'In deze demo is er geen app om te installeren. Voer op de opdrachtregel ‘npm run device’ uit om dit apparaat te simuleren.',
    step: 'Download het instelbestand en open het op dit apparaat met de kinderapp:',
    download: 'Instelbestand downloaden',
    codeHint: 'Of typ in de kinderapp de code die op het scherm van de ouder staat.',
    paired: 'Dit apparaat is ingesteld. Je kunt deze pagina sluiten.',
    expired: 'Deze link is verlopen. Vraag op het scherm van de ouder een nieuwe aan.',
    badLink: 'Deze link is niet geldig. Open hem opnieuw vanaf het scherm van de ouder.',
  },
  'pt-br': {
    title: 'Configurar este aparelho para {{name}}',
    lead: 'Este aparelho passará a ser cuidado com o Porchlight. Ele sempre mostra que é gerenciado.',
    managed: 'O responsável pode bloqueá-lo, permitir o uso e definir horários. Nada acontece às escondidas.',
    app: 'Baixar o app da criança:',
    os: { iOS: 'iPhone ou iPad', android: 'Android', other: 'Outro aparelho' },
    appAsk: 'O app da criança é fornecido por quem administra este servidor do Porchlight. Peça a essa pessoa.',
    appDemo: 'Esta demonstração não tem app para instalar. Execute “npm run device” na linha de comando para simular este aparelho.',
    step: 'Baixe o arquivo de configuração e abra-o neste aparelho com o app da criança:',
    download: 'Baixar o arquivo de configuração',
    codeHint: 'Ou digite no app da criança o código que aparece na tela do responsável.',
    paired: 'Este aparelho está configurado. Você pode fechar esta página.',
    expired: 'Este link expirou. Peça um novo na tela do responsável.',
    badLink: 'Este link não é válido. Abra-o de novo a partir da tela do responsável.',
  },
  'zh-cn': {
    title: '为 {{name}} 设置这台设备',
    lead: '这台设备将由 Porchlight 管理，并始终显示自己处于受管理状态。',
    managed: '家长可以锁定设备、允许使用并设定时间。一切都是公开的。',
    app: '获取孩子端应用：',
    os: { iOS: 'iPhone 或 iPad', android: 'Android', other: '其他设备' },
    appAsk: '孩子端应用由运营此 Porchlight 服务器的人提供，请向其索取。',
    appDemo: '此演示没有可安装的应用：在命令行运行“npm run device”即可模拟这台设备。',
    step: '下载设置文件，并在这台设备上用孩子端应用打开：',
    download: '下载设置文件',
    codeHint: '也可以在孩子端应用中输入家长屏幕上显示的配对码。',
    paired: '这台设备已设置完成，您可以关闭此页面。',
    expired: '此链接已过期，请在家长的屏幕上获取新的链接。',
    badLink: '此链接无效，请从家长的屏幕上重新打开。',
  },
  'zh-tw': {
    title: '為 {{name}} 設定這部裝置',
    lead: '這部裝置將由 Porchlight 管理，並會一直顯示自己受到管理。',
    managed: '家長可以鎖定裝置、允許使用並設定時間。一切都是公開的。',
    app: '取得兒童端 App：',
    os: { iOS: 'iPhone 或 iPad', android: 'Android', other: '其他裝置' },
    appAsk: '兒童端 App 由經營此 Porchlight 伺服器的人提供，請向其索取。',
    appDemo: '此示範沒有可安裝的 App：在命令列執行「npm run device」即可模擬這部裝置。',
    step: '下載設定檔，並在這部裝置上用兒童端 App 開啟：',
    download: '下載設定檔',
    codeHint: '也可以在兒童端 App 中輸入家長螢幕上顯示的配對碼。',
    paired: '這部裝置已設定完成，您可以關閉此頁面。',
    expired: '此連結已過期，請在家長的螢幕上取得新的連結。',
    badLink: '此連結無效，請從家長的螢幕上重新開啟。',
  },
};
