export { FormsPage as default } from '#app/features/demo/forms-page';

export const handle = { title: 'showcase:pages.forms' };
