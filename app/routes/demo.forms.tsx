export { FormsPage as default } from '~/features/demo/forms-page';

export const handle = { title: 'showcase:pages.forms' };
