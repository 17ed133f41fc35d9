import type { LanguageMails } from '../mail-texts';

export const EN: LanguageMails = {
  facts: { at: 'When', browser: 'Browser', place: 'Roughly where' },
  mails: {
    verify: {
      subject: 'Confirm your email address for Porchlight',
      lead: 'Welcome to Porchlight.',
      body: 'Please confirm that this address is yours. The link works for 24 hours.',
      button: 'Confirm my address',
      after: 'If you did not create an account, ignore this email: nothing else will come.',
    },
    'verify-new-email': {
      subject: 'Confirm your new email address for Porchlight',
      lead: 'From now on you log in to Porchlight with {{email}}.',
      body: 'Please confirm that this address is yours. The link works for 24 hours.',
      button: 'Confirm my address',
      after: 'If you do not use Porchlight, ignore this email: somebody mistyped their address.',
    },
    'email-changed': {
      subject: 'Your Porchlight email address was changed',
      lead: 'From now on {{email}} logs in to your account.',
      body: 'If this was you, there is nothing to do. The link below works once, for 7 days: it brings back this address and the password that belonged to it, and logs out every browser. If your recovery code was replaced since then, only the earlier one counts again.',
      button: 'Bring this address back',
      after: 'If this was not you, use the link now and then choose a new password.',
    },
    reset: {
      subject: 'Reset your Porchlight password',
      lead: 'Somebody asked to reset the password of your account.',
      body: 'If it was you, choose a new password now. The link works once, for one hour. Every browser will be logged out.',
      button: 'Choose a new password',
      after: 'If it was not you, ignore this email: your password stays as it is.',
    },
    'reset-empty': {
      subject: 'Reset your Porchlight password',
      lead: 'Somebody asked to reset the password for this address.',
      body: 'This address was never confirmed, so nobody knows who made the account that uses it. If you choose a password now, you begin with a new, empty account, and the old one can no longer be logged in to. The link works once, for one hour.',
      button: 'Choose a password',
      after: 'If it was not you, ignore this email: nothing changes.',
    },
    'reset-young': {
      subject: 'Reset your Porchlight password',
      lead: 'Somebody asked to reset the password for this address.',
      body: 'The account with this address had another address until less than seven days ago, and the other one can still bring it back. Until then nobody can take it over by mail: if you choose a password now, you begin with a new, empty account. The link works once, for one hour.',
      button: 'Choose a password',
      after: 'If it was not you, ignore this email: nothing changes.',
    },
    'reset-sso': {
      subject: 'How you log in to Porchlight',
      lead: 'Somebody asked to reset the password of your account.',
      body: 'Your account has no password: you log in with {{provider}}.',
      button: 'Log in',
      after: 'If it was not you, ignore this email: nothing has changed.',
    },
    'password-changed': {
      subject: 'Your Porchlight password was changed',
      lead: 'The password of your account was changed.',
      body: 'If this was you, there is nothing to do. Other browsers were logged out.',
      button: 'Reset my password',
      after: 'If this was not you, reset the password now. Whoever changed it will be logged out.',
    },
    'new-sign-in': {
      subject: 'New login to Porchlight',
      lead: 'Somebody logged in to your account from a browser that we do not know yet.',
      body: 'If this was you, there is nothing to do.',
      button: 'See where I am logged in',
      after: 'If this was not you, end that session there and change your password.',
    },
    'deletion-requested': {
      subject: 'Your Porchlight account is to be deleted',
      lead: 'Somebody who was logged in asked to delete your account.',
      body: '30 days after the request everything in it is deleted for good. Until then you can take the request back.',
      button: 'Keep my account',
      after: 'If this was not you, log in, take the request back and change your password.',
    },
    'deletion-cancelled': {
      subject: 'Your Porchlight account stays',
      lead: 'The request to delete your account was taken back.',
      body: 'Nothing was deleted, and nothing will be.',
      button: 'Open my account',
      after: 'If this was not you, change your password.',
    },
  },
};
