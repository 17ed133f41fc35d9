export { DemoIndex as default } from '#app/features/demo/demo-index';

export const handle = { title: 'showcase:frame.title' };
