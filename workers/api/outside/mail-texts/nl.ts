import type { LanguageMails } from '../mail-texts';

export const NL: LanguageMails = {
  facts: { at: 'Wanneer', browser: 'Browser', place: 'Ongeveer waar' },
  mails: {
    verify: {
      subject: 'Bevestig je e-mailadres voor Porchlight',
      lead: 'Welkom bij Porchlight.',
      body: 'Bevestig dat dit adres van jou is. De link werkt 24 uur.',
      button: 'Mijn adres bevestigen',
      after: 'Heb je geen account gemaakt? Negeer dan deze mail, er komt verder niets.',
    },
    'verify-new-email': {
      subject: 'Bevestig je nieuwe e-mailadres voor Porchlight',
      lead: 'Vanaf nu log je bij Porchlight in met {{email}}.',
      body: 'Bevestig dat dit adres van jou is. De link werkt 24 uur.',
      button: 'Mijn adres bevestigen',
      after: 'Gebruik je Porchlight niet? Negeer dan deze mail: iemand heeft zijn adres verkeerd getypt.',
    },
    'email-changed': {
      subject: 'Je e-mailadres bij Porchlight is gewijzigd',
      lead: 'Vanaf nu wordt met {{email}} op je account ingelogd.',
      body: 'Was jij dit, dan hoef je niets te doen. De link hieronder werkt één keer, 7 dagen lang: hij zet dit adres terug met het wachtwoord dat erbij hoorde, en logt alle browsers uit. Is je herstelcode sindsdien vervangen, dan geldt alleen de vorige weer.',
      button: 'Dit adres terugzetten',
      after: 'Was jij dit niet? Gebruik de link dan nu en kies daarna een nieuw wachtwoord.',
    },
    reset: {
      subject: 'Stel je Porchlight-wachtwoord opnieuw in',
      lead: 'Iemand heeft gevraagd het wachtwoord van je account opnieuw in te stellen.',
      body: 'Was jij dit, kies dan nu een nieuw wachtwoord. De link werkt één keer, een uur lang. Alle browsers worden uitgelogd.',
      button: 'Nieuw wachtwoord kiezen',
      after: 'Was jij dit niet? Negeer dan deze mail: je wachtwoord blijft zoals het is.',
    },
    'reset-empty': {
      subject: 'Stel je Porchlight-wachtwoord opnieuw in',
      lead: 'Iemand heeft gevraagd het wachtwoord voor dit adres opnieuw in te stellen.',
      body: 'Dit adres is nooit bevestigd, dus niemand weet wie het account heeft gemaakt dat het gebruikt. Kies je nu een wachtwoord, dan begin je met een nieuw, leeg account en kan niemand meer op het oude inloggen. De link werkt één keer, een uur lang.',
      button: 'Wachtwoord kiezen',
      after: 'Was jij dit niet? Negeer dan deze mail: er verandert niets.',
    },
    'reset-young': {
      subject: 'Stel je Porchlight-wachtwoord opnieuw in',
      lead: 'Iemand heeft gevraagd het wachtwoord voor dit adres opnieuw in te stellen.',
      body: 'Het account met dit adres had tot minder dan zeven dagen geleden een ander adres, en dat kan het nog terughalen. Tot die tijd kan niemand het per e-mail overnemen: als je nu een wachtwoord kiest, begin je met een nieuw, leeg account. De link werkt één keer, een uur lang.',
      button: 'Wachtwoord kiezen',
      after: 'Was jij dit niet? Negeer dan deze mail: er verandert niets.',
    },
    'reset-sso': {
      subject: 'Zo log je in bij Porchlight',
      lead: 'Iemand heeft gevraagd het wachtwoord van je account opnieuw in te stellen.',
      body: 'Je account heeft geen wachtwoord: je logt in met {{provider}}.',
      button: 'Inloggen',
      after: 'Was jij dit niet? Negeer dan deze mail: er is niets veranderd.',
    },
    'password-changed': {
      subject: 'Je Porchlight-wachtwoord is gewijzigd',
      lead: 'Het wachtwoord van je account is gewijzigd.',
      body: 'Was jij dit, dan hoef je niets te doen. Andere browsers zijn uitgelogd.',
      button: 'Wachtwoord opnieuw instellen',
      after: 'Was jij dit niet? Stel het wachtwoord dan nu opnieuw in. Wie het heeft gewijzigd, wordt uitgelogd.',
    },
    'new-sign-in': {
      subject: 'Nieuwe login bij Porchlight',
      lead: 'Iemand is op je account ingelogd met een browser die we nog niet kennen.',
      body: 'Was jij dit, dan hoef je niets te doen.',
      button: 'Bekijken waar ik ben ingelogd',
      after: 'Was jij dit niet? Beëindig die sessie daar en wijzig je wachtwoord.',
    },
    'deletion-requested': {
      subject: 'Je Porchlight-account wordt verwijderd',
      lead: 'Iemand die was ingelogd, heeft gevraagd je account te verwijderen.',
      body: '30 dagen na dit verzoek wordt alles erin voorgoed verwijderd. Tot dan kun je het verzoek intrekken.',
      button: 'Mijn account houden',
      after: 'Was jij dit niet? Log in, trek het verzoek in en wijzig je wachtwoord.',
    },
    'deletion-cancelled': {
      subject: 'Je Porchlight-account blijft bestaan',
      lead: 'Het verzoek om je account te verwijderen is ingetrokken.',
      body: 'Er is niets verwijderd en dat gebeurt ook niet.',
      button: 'Mijn account openen',
      after: 'Was jij dit niet? Wijzig dan je wachtwoord.',
    },
  },
};
