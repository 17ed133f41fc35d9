/** The version that the web app tells the API and every report carries (9.4.3). */
export const APP_VERSION = '8.21.0-beta.2';
