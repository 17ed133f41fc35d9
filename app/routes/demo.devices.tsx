export { DevicesPage as default } from '#app/features/demo/devices-page';

export const handle = { title: 'showcase:pages.devices' };
