export { ColorsPage as default } from '~/features/demo/colors-page';

export const handle = { title: 'showcase:pages.colors' };
