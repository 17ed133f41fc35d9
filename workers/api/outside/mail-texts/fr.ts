import type { LanguageMails } from '../mail-texts';

export const FR: LanguageMails = {
  facts: { at: 'Quand', browser: 'Navigateur', place: 'Lieu approximatif' },
  mails: {
    verify: {
      subject: 'Confirmez votre adresse e-mail pour Porchlight',
      lead: 'Bienvenue chez Porchlight.',
      body: 'Veuillez confirmer que cette adresse est bien la vôtre. Le lien est valable 24 heures.',
      button: 'Confirmer mon adresse',
      after: 'Si vous n’avez pas créé de compte, ignorez ce message\u202f: vous n’en recevrez pas d’autre.',
    },
    'verify-new-email': {
      subject: 'Confirmez votre nouvelle adresse e-mail pour Porchlight',
      lead: 'Désormais, vous vous connectez à Porchlight avec {{email}}.',
      body: 'Veuillez confirmer que cette adresse est bien la vôtre. Le lien est valable 24 heures.',
      button: 'Confirmer mon adresse',
      after: 'Si vous n’utilisez pas Porchlight, ignorez ce message\u202f: quelqu’un s’est trompé en saisissant son adresse.',
    },
    'email-changed': {
      subject: 'Votre adresse e-mail Porchlight a été modifiée',
      lead: 'Désormais, on se connecte à votre compte avec {{email}}.',
      body: 'Si c’est bien vous, il n’y a rien à faire. Le lien ci-dessous est valable une seule fois, pendant 7 jours\u202f: il rétablit cette adresse et le mot de passe qui allait avec, et déconnecte tous les navigateurs. Si votre code de récupération a été remplacé depuis, seul l’ancien est de nouveau valable.',
      button: 'Rétablir cette adresse',
      after: 'Si ce n’est pas vous, ouvrez le lien maintenant, puis choisissez un nouveau mot de passe.',
    },
    reset: {
      subject: 'Réinitialisez votre mot de passe Porchlight',
      lead: 'Quelqu’un a demandé à réinitialiser le mot de passe de votre compte.',
      body: 'Si c’est vous, choisissez maintenant un nouveau mot de passe. Le lien est valable une seule fois, pendant une heure. Tous les navigateurs seront déconnectés.',
      button: 'Choisir un nouveau mot de passe',
      after: 'Si ce n’est pas vous, ignorez ce message\u202f: votre mot de passe reste le même.',
    },
    'reset-empty': {
      subject: 'Réinitialisez votre mot de passe Porchlight',
      lead: 'Quelqu’un a demandé à réinitialiser le mot de passe de cette adresse.',
      body: 'Cette adresse n’a jamais été confirmée\u202f: personne ne sait donc qui a créé le compte qui l’utilise. Si vous choisissez maintenant un mot de passe, vous commencez avec un nouveau compte vide, et il ne sera plus possible de se connecter à l’ancien. Le lien est valable une seule fois, pendant une heure.',
      button: 'Choisir un mot de passe',
      after: 'Si ce n’est pas vous, ignorez ce message\u202f: rien ne change.',
    },
    'reset-young': {
      subject: 'Réinitialisez votre mot de passe Porchlight',
      lead: 'Quelqu’un a demandé à réinitialiser le mot de passe de cette adresse.',
      body: 'Le compte lié à cette adresse en avait une autre il y a moins de sept jours, et celle-ci peut encore le reprendre. D’ici là, personne ne peut s’en emparer par e-mail : si vous choisissez un mot de passe maintenant, vous commencez avec un nouveau compte vide. Le lien fonctionne une seule fois, pendant une heure.',
      button: 'Choisir un mot de passe',
      after: 'Si ce n’est pas vous, ignorez ce message\u202f: rien ne change.',
    },
    'reset-sso': {
      subject: 'Comment vous connecter à Porchlight',
      lead: 'Quelqu’un a demandé à réinitialiser le mot de passe de votre compte.',
      body: 'Votre compte n’a pas de mot de passe\u202f: vous vous connectez avec {{provider}}.',
      button: 'Se connecter',
      after: 'Si ce n’est pas vous, ignorez ce message\u202f: rien n’a changé.',
    },
    'password-changed': {
      subject: 'Votre mot de passe Porchlight a été modifié',
      lead: 'Le mot de passe de votre compte a été modifié.',
      body: 'Si c’est bien vous, il n’y a rien à faire. Les autres navigateurs ont été déconnectés.',
      button: 'Réinitialiser mon mot de passe',
      after: 'Si ce n’est pas vous, réinitialisez le mot de passe maintenant. La personne qui l’a modifié sera déconnectée.',
    },
    'new-sign-in': {
      subject: 'Nouvelle connexion à Porchlight',
      lead: 'Quelqu’un s’est connecté à votre compte depuis un navigateur que nous ne connaissons pas encore.',
      body: 'Si c’est bien vous, il n’y a rien à faire.',
      button: 'Voir où je suis connecté',
      after: 'Si ce n’est pas vous, mettez fin à cette session et changez votre mot de passe.',
    },
    'deletion-requested': {
      subject: 'Votre compte Porchlight va être supprimé',
      lead: 'Une personne connectée a demandé la suppression de votre compte.',
      body: '30 jours après la demande, tout son contenu est supprimé définitivement. D’ici là, vous pouvez annuler la demande.',
      button: 'Garder mon compte',
      after: 'Si ce n’est pas vous, connectez-vous, annulez la demande et changez votre mot de passe.',
    },
    'deletion-cancelled': {
      subject: 'Votre compte Porchlight est conservé',
      lead: 'La demande de suppression de votre compte a été annulée.',
      body: 'Rien n’a été supprimé, et rien ne le sera.',
      button: 'Ouvrir mon compte',
      after: 'Si ce n’est pas vous, changez votre mot de passe.',
    },
  },
};
