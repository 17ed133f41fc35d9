/** IDs on the wire are lowercase ULIDs created by the family. The account's ID is the hex ID of its Durable Object (A125). */
export type ChildId = string;
export type DeviceId = string;
export type RuleId = string;
export type CommandId = string;
export type NotificationId = string;
