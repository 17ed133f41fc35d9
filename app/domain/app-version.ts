/** The version that the web app sends to the API and in every report (9.4.3). */
export const APP_VERSION = '8.21.0-beta.2';
