import * as account from './account.ts';
import * as apps from './apps.ts';
import * as blockStatus from './block-status.ts';
import * as command from './command.ts';
import * as data from './data.ts';
import * as device from './device.ts';
import type { Endpoint } from './endpoint.ts';
import * as family from './family.ts';
import * as granularity from './granularity.ts';
import * as identity from './identity.ts';
import * as keys from './keys.ts';
import * as notice from './notice.ts';
import * as offers from './offers.ts';
import * as reads from './reads.ts';
import * as realtime from './realtime.ts';
import * as rule from './rule.ts';
import * as subscription from './subscription.ts';
import * as system from './system.ts';

/** The chapters of the interface's document, in the order in which a newcomer needs them. */
export const GROUPS = [
  'Account',
  'Children',
  'Devices',
  'Rules',
  'Apps',
  'Commands and proof',
  'Notices',
  'Plans',
  'Realtime',
  'Device',
  'System',
] as const;
export type Group = (typeof GROUPS)[number];

type ListedEndpoint = { id: string; group: Group; summary: string; endpoint: Endpoint<unknown, unknown, unknown> };

/**
 * Every call of the contract, once. `id` is the name under which its module exports it and the operationId of the document; `summary` is
 * one sentence for engineers, in English. A call that is missing here fails a test.
 */
export const ENDPOINTS = [
  listed('createAccount', 'Account', 'Signs a parent up and in.', account.createAccount),
  listed('login', 'Account', 'Signs a parent in and gives the session its secret.', account.login),
  listed('getAccount', 'Account', 'Reads the whole account: its people, its plans, its counts.', account.getAccount),
  listed('getVerification', 'Account', 'Tells whether the e-mail address is proven.', account.getVerification),
  listed('verifyEmail', 'Account', 'Proves the e-mail address with the token of a mailed link.', account.verifyEmail),
  listed('resendVerification', 'Account', 'Mails the link that proves the address once more.', account.resendVerification),
  listed('exchangeSso', 'Account', 'Exchanges the code of single sign-on and says whether an account waits for it.', identity.exchangeSso),
  listed('changePassword', 'Account', 'Changes the password and ends every other session.', identity.changePassword),
  listed('changeEmail', 'Account', 'Changes the address that signs in; the old one is told how to undo it.', identity.changeEmail),
  listed('correctEmail', 'Account', 'Corrects the unproven address of a single sign-on account.', identity.correctEmail),
  listed('undoEmailChange', 'Account', 'Brings the old address back with the token of a mailed link.', identity.undoEmailChange),
  listed('requestReset', 'Account', 'Mails a link that resets the password.', identity.requestReset),
  listed('resetPassword', 'Account', 'Sets a new password with the token of a mailed link.', identity.resetPassword),
  listed('getDeletion', 'Account', 'Tells whether the account waits for its deletion.', identity.getDeletion),
  listed('changeDeletion', 'Account', 'Asks for the deletion of the account, or takes it back.', identity.changeDeletion),
  listed('getAttributes', 'Account', 'Reads what the account chose and what the web application keeps.', identity.getAttributes),
  listed('putAttributes', 'Account', 'Changes them.', identity.putAttributes),
  listed('listSessions', 'Account', 'Lists where the account is signed in.', identity.listSessions),
  listed('revokeSessions', 'Account', 'Ends one session, or all the others.', identity.revokeSessions),
  listed('keyExchange', 'Account', 'Stores, hands out, locks anew or replaces the key of the account.', keys.keyExchange),
  listed('listUsers', 'Children', 'Lists the people of the account, or reads one of them.', family.listUsers),
  listed('createUser', 'Children', 'Adds a child.', family.createUser),
  listed('updateUser', 'Children', 'Changes a child.', family.updateUser),
  listed('removeUser', 'Children', 'Removes a child, its rules, and the devices that only it uses.', family.removeUser),
  listed('getData', 'Children', 'Reads a child’s picture.', data.getData),
  listed('putData', 'Children', 'Stores a child’s picture.', data.putData),
  listed('removeData', 'Children', 'Takes a child’s picture away.', data.removeData),
  listed('listDevices', 'Devices', 'Lists the devices of the family.', family.listDevices),
  listed('createPairing', 'Devices', 'Opens a pairing for a new device, or gives an open one a new code.', family.createPairing),
  listed('updateDevice', 'Devices', 'Changes a device: its name, whose it is, whether it is suspended.', family.updateDevice),
  listed('removeDevice', 'Devices', 'Removes a device; it learns so from its next signed call.', family.removeDevice),
  listed('confirmPairing', 'Devices', 'Tells whether a pairing has its device.', system.confirmPairing),
  listed('listRules', 'Rules', 'Lists the rules of a child, those that are switched off included.', rule.listRules),
  listed('createRule', 'Rules', 'Blocks or allows a child at once, or gives it a schedule.', rule.createRule),
  listed('updateRule', 'Rules', 'Changes a schedule.', rule.updateRule),
  listed('removeRules', 'Rules', 'Removes rules of a child; an override is lifted by it.', rule.removeRules),
  listed('getGranularity', 'Apps', 'Reads what is set for apps, restrictions and the web filter.', granularity.getGranularity),
  listed('putGranularity', 'Apps', 'Changes it, key by key.', granularity.putGranularity),
  listed('listInstalledApps', 'Apps', 'Lists the apps that the child’s devices reported.', apps.listInstalledApps),
  listed('getAppInfo', 'Apps', 'Tells what an app is, in the language asked for.', apps.getAppInfo),
  listed('createCommand', 'Commands and proof', 'Pauses or resumes a child, or asks devices for news.', command.createCommand),
  listed('cancelCommand', 'Commands and proof', 'Takes back what has not arrived, or ends a pause.', command.cancelCommand),
  listed(
    'getBlockStatus',
    'Commands and proof',
    'Shows what is asked for, why, and what each device confirmed.',
    blockStatus.getBlockStatus,
  ),
  listed('listNotices', 'Notices', 'Lists what the parent should hear of, written in the reader’s language.', notice.listNotices),
  listed('updateNotices', 'Notices', 'Notes what was shown, read or hidden.', notice.updateNotices),
  listed('getSkus', 'Plans', 'Reads the account’s plans and their limits, or the catalogue.', subscription.getSkus),
  listed('getGroup', 'Plans', 'Reads a benefit group.', offers.getGroup),
  listed('listCoupons', 'Plans', 'Lists the coupons of the account.', offers.listCoupons),
  listed('getAccessToken', 'Realtime', 'Gives a token that opens the realtime socket for an hour.', realtime.getAccessToken),
  listed('enrolDevice', 'Device', 'Makes a device one of the family’s and gives it its secret.', device.enrolDevice),
  listed('getPolicy', 'Device', 'Reads all that a device needs to decide alone.', device.getPolicy),
  listed('listCommands', 'Device', 'Fetches the commands that wait for the device.', device.listCommands),
  listed('ackCommands', 'Device', 'Says how commands went.', device.ackCommands),
  listed('sendReport', 'Device', 'Reports state, use and what else the device knows.', device.sendReport),
  listed('readTogether', 'System', 'Answers several reads of the family in one call.', reads.readTogether),
  listed('getSystem', 'System', 'Reads version, public flags and onboarding choices.', system.getSystem),
];
export type EndpointId = (typeof ENDPOINTS)[number]['id'];

function listed<const Id extends string>(
  id: Id,
  group: Group,
  summary: string,
  endpoint: Endpoint<unknown, unknown, unknown>,
): ListedEndpoint & { id: Id } {
  return { id, group, summary, endpoint };
}
