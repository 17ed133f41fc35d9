export { ColorsPage as default } from '#app/features/demo/colors-page';

export const handle = { title: 'showcase:pages.colors' };
