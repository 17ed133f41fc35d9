import * as account from './account.ts';
import * as apps from './apps.ts';
import * as billing from './billing.ts';
import * as blockStatus from './block-status.ts';
import * as command from './command.ts';
import * as data from './data.ts';
import * as device from './device.ts';
import type { Endpoint } from './endpoint.ts';
import * as family from './family.ts';
import * as granularity from './granularity.ts';
import * as identity from './identity.ts';
import * as keys from './keys.ts';
import * as location from './location.ts';
import * as notification from './notification.ts';
import * as offers from './offers.ts';
import * as reads from './reads.ts';
import * as realtime from './realtime.ts';
import * as rule from './rule.ts';
import * as samples from './samples.ts';
import * as subscription from './subscription.ts';
import * as system from './system.ts';

/** Chapters of the API documentation, in reading order for newcomers. */
export const GROUPS = [
  'Account',
  'Children',
  'Devices',
  'Rules',
  'Apps',
  'Location',
  'Screenshots',
  'Commands and proof',
  'Notifications',
  'Plans',
  'Realtime',
  'Device',
  'System',
] as const;
export type Group = (typeof GROUPS)[number];

type ListedEndpoint = { id: string; group: Group; summary: string; endpoint: Endpoint<unknown, unknown, unknown> };

/**
 * Every endpoint of the API, once. `id`: its export name and operationId. `summary`: one English sentence for engineers. A test fails if an
 * endpoint is missing.
 */
export const ENDPOINTS = [
  listed('createAccount', 'Account', 'Creates an account and logs the parent in.', account.createAccount),
  listed('login', 'Account', 'Logs a parent in and returns the session’s secret.', account.login),
  listed('getAccount', 'Account', 'Reads the account: its users, plans and counts.', account.getAccount),
  listed('getVerification', 'Account', 'Checks whether the email address is confirmed.', account.getVerification),
  listed('verifyEmail', 'Account', 'Confirms the email address with the token of a link in an email.', account.verifyEmail),
  listed('resendVerification', 'Account', 'Sends the confirmation email again.', account.resendVerification),
  listed('exchangeSso', 'Account', 'Exchanges a single sign-on code and says whether it belongs to an account.', identity.exchangeSso),
  listed('changePassword', 'Account', 'Changes the password and ends every other session.', identity.changePassword),
  listed('changeEmail', 'Account', 'Changes the login address; the old address gets a link to undo it.', identity.changeEmail),
  listed('correctEmail', 'Account', 'Corrects the unconfirmed address of a single sign-on account.', identity.correctEmail),
  listed('undoEmailChange', 'Account', 'Restores the old address with the token of a link in an email.', identity.undoEmailChange),
  listed('requestReset', 'Account', 'Sends an email with a link that resets the password.', identity.requestReset),
  listed('resetPassword', 'Account', 'Sets a new password with the token of a link in an email.', identity.resetPassword),
  listed('getDeletion', 'Account', 'Checks whether the account’s deletion is scheduled.', identity.getDeletion),
  listed('changeDeletion', 'Account', 'Requests the deletion of the account, or cancels it.', identity.changeDeletion),
  listed('getAttributes', 'Account', 'Reads the account’s settings and the data of the web application.', identity.getAttributes),
  listed('putAttributes', 'Account', 'Changes these settings.', identity.putAttributes),
  listed('listSessions', 'Account', 'Lists the account’s sessions.', identity.listSessions),
  listed('revokeSessions', 'Account', 'Ends one session, or all other sessions.', identity.revokeSessions),
  listed('keyExchange', 'Account', 'Stores, returns, re-encrypts or replaces the account key.', keys.keyExchange),
  listed('listUsers', 'Children', 'Lists the users of the account, or reads one.', family.listUsers),
  listed('createUser', 'Children', 'Adds a child.', family.createUser),
  listed('updateUser', 'Children', 'Changes a child.', family.updateUser),
  listed('removeUser', 'Children', 'Removes a child, the child’s rules, and the devices that only this child uses.', family.removeUser),
  listed('getData', 'Children', 'Reads a child’s picture.', data.getData),
  listed('putData', 'Children', 'Stores a child’s picture.', data.putData),
  listed('removeData', 'Children', 'Removes a child’s picture.', data.removeData),
  listed('listDevices', 'Devices', 'Lists the devices of the family.', family.listDevices),
  listed('createPairing', 'Devices', 'Opens a pairing for a new device, or creates a new code for an open one.', family.createPairing),
  listed('updateDevice', 'Devices', 'Changes a device: its name, its children, and whether it is suspended.', family.updateDevice),
  listed('removeDevice', 'Devices', 'Removes a device; its next signed call fails with 410.', family.removeDevice),
  listed('confirmPairing', 'Devices', 'Checks whether a pairing has a device.', system.confirmPairing),
  listed('listRules', 'Rules', 'Lists the rules of a child, including those that are turned off.', rule.listRules),
  listed('createRule', 'Rules', 'Blocks or allows a child immediately, or adds a schedule.', rule.createRule),
  listed('updateRule', 'Rules', 'Changes a schedule.', rule.updateRule),
  listed('removeRules', 'Rules', 'Removes rules of a child; removing an override ends it.', rule.removeRules),
  listed('getGranularity', 'Apps', 'Reads the settings for apps, restrictions and the web filter.', granularity.getGranularity),
  listed('putGranularity', 'Apps', 'Changes these settings, key by key.', granularity.putGranularity),
  listed('listInstalledApps', 'Apps', 'Lists the apps that the child’s devices reported.', apps.listInstalledApps),
  listed('getAppInfo', 'Apps', 'Returns information about an app, in the requested language.', apps.getAppInfo),
  listed('listGeofences', 'Location', 'Lists the places of the family.', location.listGeofences),
  listed('putGeofence', 'Location', 'Creates or changes a place.', location.putGeofence),
  listed('removeGeofences', 'Location', 'Removes places.', location.removeGeofences),
  listed('listUserLocations', 'Location', 'Reads the last position of each device.', location.listUserLocations),
  listed('getLocationHistory', 'Location', 'Reads the positions of a child on one day.', location.getLocationHistory),
  listed('getLocationInfo', 'Location', 'Reads whether a child can be located, and by which devices.', location.getLocationInfo),
  listed('lookUpLocation', 'Location', 'Returns the addresses of positions, or places for a text.', location.lookUpLocation),
  listed('getSampleMeta', 'Screenshots', 'Lists the screenshots of a child that changed.', samples.getSampleMeta),
  listed('getSampleStats', 'Screenshots', 'Counts the screenshots of each child.', samples.getSampleStats),
  listed('getAnalysis', 'Screenshots', 'Reads the sealed details of screenshots.', samples.getAnalysis),
  listed('getDownloadUrls', 'Screenshots', 'Returns addresses of sealed images.', samples.getDownloadUrls),
  listed('requestSample', 'Screenshots', 'Asks devices for a screenshot.', samples.requestSample),
  listed('deleteSample', 'Screenshots', 'Deletes screenshots.', samples.deleteSample),
  listed('getVewInfo', 'Screenshots', 'Reads what the plan allows and which devices can make screenshots.', samples.getVewInfo),
  listed('getUserConfig', 'Screenshots', 'Reads the settings of a child’s screenshots.', samples.getUserConfig),
  listed('updateUserConfig', 'Screenshots', 'Changes these settings.', samples.updateUserConfig),
  listed('createCommand', 'Commands and proof', 'Pauses or resumes a child, or requests a report from devices.', command.createCommand),
  listed('cancelCommand', 'Commands and proof', 'Cancels open requests, or ends a pause.', command.cancelCommand),
  listed(
    'getBlockStatus',
    'Commands and proof',
    'Shows the requested state, the reason, and what each device confirmed.',
    blockStatus.getBlockStatus,
  ),
  listed(
    'listNotifications',
    'Notifications',
    'Lists the parent’s notifications in the requested language.',
    notification.listNotifications,
  ),
  listed('updateNotifications', 'Notifications', 'Marks notifications as shown, read or hidden.', notification.updateNotifications),
  listed('getSkus', 'Plans', 'Reads the account’s plans and their limits, or the catalog.', subscription.getSkus),
  listed('getGroup', 'Plans', 'Reads a benefit group.', offers.getGroup),
  listed('listCoupons', 'Plans', 'Lists the coupons of the account.', offers.listCoupons),
  listed('getPurchaseInfo', 'Plans', 'Reads the account’s best plan and how it continues.', billing.getPurchaseInfo),
  listed('endTrialEligibility', 'Plans', 'Ends the account’s right to a trial.', billing.endTrialEligibility),
  listed('purchase', 'Plans', 'Buys a plan with a card token.', billing.purchase),
  listed('createCheckout', 'Plans', 'Opens a checkout for a plan or for a new card.', billing.createCheckout),
  listed('finishCheckout', 'Plans', 'Reads a checkout after the payment, and the plan with it.', billing.finishCheckout),
  listed('previewPlanChange', 'Plans', 'Previews what a change to another plan costs.', billing.previewPlanChange),
  listed('changePlan', 'Plans', 'Upgrades now, or downgrades at the end of the period.', billing.changePlan),
  listed('withdrawPlanChange', 'Plans', 'Withdraws a downgrade that has not applied yet.', billing.withdrawPlanChange),
  listed('cancelSubscription', 'Plans', 'Cancels a plan at the end of its period.', billing.cancelSubscription),
  listed('resumeSubscription', 'Plans', 'Undoes a cancellation before the end of the period.', billing.resumeSubscription),
  listed('listPaymentSources', 'Plans', 'Lists the cards of the account.', billing.listPaymentSources),
  listed('putPaymentSource', 'Plans', 'Replaces the card by that of a token.', billing.putPaymentSource),
  listed('getAccessToken', 'Realtime', 'Returns a token that opens the realtime socket for an hour.', realtime.getAccessToken),
  listed('enrolDevice', 'Device', 'Adds a device to the family and returns its secret.', device.enrolDevice),
  listed('getPolicy', 'Device', 'Reads everything a device needs to decide offline.', device.getPolicy),
  listed('listCommands', 'Device', 'Fetches the open commands of the device.', device.listCommands),
  listed('ackCommands', 'Device', 'Reports the results of commands.', device.ackCommands),
  listed('sendReport', 'Device', 'Reports the device’s state, usage and details.', device.sendReport),
  listed('announceSample', 'Device', 'Announces a sealed screenshot and returns its upload addresses.', samples.announceSample),
  listed('readTogether', 'System', 'Combines several reads of the family in one call.', reads.readTogether),
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
