/** Invalid command line. The message says what to type instead. */
export class UsageError extends Error {}
