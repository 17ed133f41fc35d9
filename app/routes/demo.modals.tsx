export { ModalsPage as default } from '#app/features/demo/modals-page';

export const handle = { title: 'showcase:pages.modals' };
