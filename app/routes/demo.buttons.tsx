export { ButtonsPage as default } from '#app/features/demo/buttons-page';

export const handle = { title: 'showcase:pages.buttons' };
