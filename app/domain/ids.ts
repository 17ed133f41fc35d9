/** Ids on the wire are lower-case ULIDs made by the family, except the account's: the hex id of its object (A125). */
export type ChildId = string;
export type DeviceId = string;
export type RuleId = string;
export type CommandId = string;
export type NotificationId = string;
