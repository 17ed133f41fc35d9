export { ModalsPage as default } from '~/features/demo/modals-page';

export const handle = { title: 'showcase:pages.modals' };
