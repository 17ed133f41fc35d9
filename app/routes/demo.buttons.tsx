export { ButtonsPage as default } from '~/features/demo/buttons-page';

export const handle = { title: 'showcase:pages.buttons' };
