export { CarouselPage as default } from '~/features/demo/carousel-page';

export const handle = { title: 'showcase:pages.carousel' };
