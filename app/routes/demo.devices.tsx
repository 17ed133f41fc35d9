export { DevicesPage as default } from '~/features/demo/devices-page';

export const handle = { title: 'showcase:pages.devices' };
