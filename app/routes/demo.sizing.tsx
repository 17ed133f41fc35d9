export { SizingPage as default } from '~/features/demo/sizing-page';

export const handle = { title: 'showcase:pages.sizing' };
