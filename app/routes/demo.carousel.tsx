export { CarouselPage as default } from '#app/features/demo/carousel-page';

export const handle = { title: 'showcase:pages.carousel' };
