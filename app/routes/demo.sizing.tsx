export { SizingPage as default } from '#app/features/demo/sizing-page';

export const handle = { title: 'showcase:pages.sizing' };
