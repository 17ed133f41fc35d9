import type { Language } from '../../../app/domain/language';

type MailTexts = { subject: string; greeting: string; body: string; button: string; ignore: string };

/** The mails that we send, in eight languages. */
export const VERIFY_TEXTS: Record<Language, MailTexts> = {
  en: {
    subject: 'Confirm your email address for Porchlight',
    greeting: 'Welcome to Porchlight.',
    body: 'Please confirm that this address is yours. The link works for 24 hours.',
    button: 'Confirm my address',
    ignore: 'If you did not create an account, ignore this email: nothing else will come.',
  },
  de: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse für Porchlight',
    greeting: 'Willkommen bei Porchlight.',
    body: 'Bitte bestätigen Sie, dass diese Adresse Ihnen gehört. Der Link gilt 24 Stunden.',
    button: 'Adresse bestätigen',
    ignore: 'Sie haben kein Konto erstellt? Dann ignorieren Sie diese Nachricht, es kommt keine weitere.',
  },
  es: {
    subject: 'Confirma tu correo electrónico para Porchlight',
    greeting: 'Te damos la bienvenida a Porchlight.',
    body: 'Confirma que esta dirección es tuya. El enlace funciona durante 24 horas.',
    button: 'Confirmar mi dirección',
    ignore: 'Si no has creado una cuenta, ignora este mensaje: no recibirás ningún otro.',
  },
  fr: {
    subject: 'Confirmez votre adresse e-mail pour Porchlight',
    greeting: 'Bienvenue chez Porchlight.',
    body: 'Veuillez confirmer que cette adresse est bien la vôtre. Le lien est valable 24 heures.',
    button: 'Confirmer mon adresse',
    ignore: 'Si vous n’avez pas créé de compte, ignorez ce message\u202f: vous n’en recevrez pas d’autre.',
  },
  nl: {
    subject: 'Bevestig je e-mailadres voor Porchlight',
    greeting: 'Welkom bij Porchlight.',
    body: 'Bevestig dat dit adres van jou is. De link werkt 24 uur.',
    button: 'Mijn adres bevestigen',
    ignore: 'Heb je geen account gemaakt? Negeer dan deze mail, er komt verder niets.',
  },
  'pt-br': {
    subject: 'Confirme seu e-mail no Porchlight',
    greeting: 'Boas-vindas ao Porchlight.',
    body: 'Confirme que este endereço é seu. O link funciona por 24 horas.',
    button: 'Confirmar meu endereço',
    ignore: 'Se você não criou uma conta, ignore este e-mail: não enviaremos outro.',
  },
  'zh-cn': {
    subject: '请确认您的 Porchlight 邮箱地址',
    greeting: '欢迎使用 Porchlight。',
    body: '请确认此邮箱地址属于您。链接在 24 小时内有效。',
    button: '确认我的邮箱',
    ignore: '如果您没有创建账号，请忽略此邮件，我们不会再发送其他邮件。',
  },
  'zh-tw': {
    subject: '請確認您的 Porchlight 電子郵件地址',
    greeting: '歡迎使用 Porchlight。',
    body: '請確認這個電子郵件地址是您的。連結在 24 小時內有效。',
    button: '確認我的地址',
    ignore: '如果您沒有建立帳號，請忽略這封郵件，我們不會再寄其他郵件。',
  },
};
