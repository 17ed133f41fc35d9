import type { LanguageMails } from '../mail-texts';

export const DE: LanguageMails = {
  facts: { at: 'Wann', browser: 'Browser', place: 'Ungefährer Ort' },
  mails: {
    verify: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse für Porchlight',
      lead: 'Willkommen bei Porchlight.',
      body: 'Bitte bestätigen Sie, dass diese Adresse Ihnen gehört. Der Link gilt 24 Stunden.',
      button: 'Adresse bestätigen',
      after: 'Sie haben kein Konto erstellt? Dann ignorieren Sie diese Nachricht, es kommt keine weitere.',
    },
    'verify-new-email': {
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse für Porchlight',
      lead: 'Ab jetzt melden Sie sich bei Porchlight mit {{email}} an.',
      body: 'Bitte bestätigen Sie, dass diese Adresse Ihnen gehört. Der Link gilt 24 Stunden.',
      button: 'Adresse bestätigen',
      after: 'Sie nutzen Porchlight gar nicht? Dann ignorieren Sie diese Nachricht: Jemand hat sich bei seiner Adresse vertippt.',
    },
    'email-changed': {
      subject: 'Ihre E-Mail-Adresse bei Porchlight wurde geändert',
      lead: 'Ab jetzt meldet sich {{email}} bei Ihrem Konto an.',
      body: 'Wenn Sie das waren, ist nichts zu tun. Der Link unten gilt einmal, 7 Tage lang: Er holt diese Adresse mit dem Passwort zurück, das zu ihr gehörte, und meldet alle Browser ab. Wurde Ihr Wiederherstellungscode seitdem ersetzt, gilt nur wieder der frühere.',
      button: 'Diese Adresse zurückholen',
      after: 'Wenn Sie das nicht waren, öffnen Sie den Link jetzt und wählen Sie danach ein neues Passwort.',
    },
    reset: {
      subject: 'Setzen Sie Ihr Porchlight-Passwort zurück',
      lead: 'Jemand möchte das Passwort Ihres Kontos zurücksetzen.',
      body: 'Wenn Sie das sind, wählen Sie jetzt ein neues Passwort. Der Link gilt einmal, eine Stunde lang. Alle Browser werden abgemeldet.',
      button: 'Neues Passwort wählen',
      after: 'Wenn Sie das nicht sind, ignorieren Sie diese Nachricht: Ihr Passwort bleibt, wie es ist.',
    },
    'reset-empty': {
      subject: 'Setzen Sie Ihr Porchlight-Passwort zurück',
      lead: 'Jemand möchte das Passwort für diese Adresse zurücksetzen.',
      body: 'Diese Adresse wurde nie bestätigt. Deshalb weiß niemand, wer das Konto erstellt hat, das sie verwendet. Wenn Sie jetzt ein Passwort wählen, beginnen Sie mit einem neuen, leeren Konto, und beim alten kann sich niemand mehr anmelden. Der Link gilt einmal, eine Stunde lang.',
      button: 'Passwort wählen',
      after: 'Wenn Sie das nicht sind, ignorieren Sie diese Nachricht: Es ändert sich nichts.',
    },
    'reset-young': {
      subject: 'Setzen Sie Ihr Porchlight-Passwort zurück',
      lead: 'Jemand möchte das Passwort für diese Adresse zurücksetzen.',
      body: 'Das Konto mit dieser Adresse hatte bis vor weniger als sieben Tagen eine andere, und die kann es noch zurückholen. Bis dahin kann es niemand per E-Mail übernehmen: Wenn Sie jetzt ein Passwort wählen, beginnen Sie mit einem neuen, leeren Konto. Der Link gilt einmal, eine Stunde lang.',
      button: 'Passwort wählen',
      after: 'Wenn Sie das nicht sind, ignorieren Sie diese Nachricht: Es ändert sich nichts.',
    },
    'reset-sso': {
      subject: 'So melden Sie sich bei Porchlight an',
      lead: 'Jemand möchte das Passwort Ihres Kontos zurücksetzen.',
      body: 'Ihr Konto hat kein Passwort: Sie melden sich mit {{provider}} an.',
      button: 'Anmelden',
      after: 'Wenn Sie das nicht waren, ignorieren Sie diese Nachricht: Es hat sich nichts geändert.',
    },
    'password-changed': {
      subject: 'Ihr Porchlight-Passwort wurde geändert',
      lead: 'Das Passwort Ihres Kontos wurde geändert.',
      body: 'Wenn Sie das waren, ist nichts zu tun. Andere Browser wurden abgemeldet.',
      button: 'Passwort zurücksetzen',
      after: 'Wenn Sie das nicht waren, setzen Sie das Passwort jetzt zurück. Wer es geändert hat, wird dabei abgemeldet.',
    },
    'new-sign-in': {
      subject: 'Neue Anmeldung bei Porchlight',
      lead: 'Jemand hat sich bei Ihrem Konto mit einem Browser angemeldet, den wir noch nicht kennen.',
      body: 'Wenn Sie das waren, ist nichts zu tun.',
      button: 'Zeigen, wo ich angemeldet bin',
      after: 'Wenn Sie das nicht waren, beenden Sie dort diese Sitzung und ändern Sie Ihr Passwort.',
    },
    'deletion-requested': {
      subject: 'Ihr Porchlight-Konto soll gelöscht werden',
      lead: 'Jemand, der angemeldet war, möchte Ihr Konto löschen.',
      body: '30 Tage danach wird alles darin endgültig gelöscht. Bis dahin können Sie es sich anders überlegen.',
      button: 'Konto behalten',
      after: 'Wenn Sie das nicht waren, melden Sie sich an, brechen Sie das Löschen ab und ändern Sie Ihr Passwort.',
    },
    'deletion-cancelled': {
      subject: 'Ihr Porchlight-Konto bleibt bestehen',
      lead: 'Das Löschen Ihres Kontos wurde abgebrochen.',
      body: 'Es wurde nichts gelöscht, und es wird nichts gelöscht.',
      button: 'Konto öffnen',
      after: 'Wenn Sie das nicht waren, ändern Sie Ihr Passwort.',
    },
  },
};
