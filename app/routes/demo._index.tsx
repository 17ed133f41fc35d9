export { DemoIndex as default } from '~/features/demo/demo-index';

export const handle = { title: 'showcase:frame.title' };
