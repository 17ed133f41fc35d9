/** The pictures of a sample: its thumbnail, and its screens numbered from 0. */
export type PictureKind = 'thumb' | `screen-${number}`;
