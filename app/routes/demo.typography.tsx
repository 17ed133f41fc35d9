export { TypographyPage as default } from '~/features/demo/typography-page';

export const handle = { title: 'showcase:pages.typography' };
