import type { Theme } from '#app/domain/theme.ts';

/** The colors of the map in one theme. The light ones come from the product's own paper, indigo and green. */
export type MapColors = {
  land: string;
  green: string;
  wood: string;
  water: string;
  street: string;
  streetCase: string;
  main: string;
  mainCase: string;
  rail: string;
  building: string;
  ink: string;
  greenInk: string;
  waterInk: string;
  halo: string;
  plan: string;
  planInk: string;
  disc: string;
  path: string;
  pathCase: string;
  pathLater: string;
  gap: string;
  marker: string;
  surface: string;
  muted: string;
  /** How strongly a child's color fills the circle of a rough position. */
  circleOpacity: number;
};

export const MAP_COLORS: Readonly<Record<Theme, MapColors>> = {
  light: {
    land: '#f3ede3',
    green: '#dfebd9',
    wood: '#d3e3cf',
    water: '#cfddf3',
    street: '#ffffff',
    streetCase: '#e4dbcd',
    main: '#ffffff',
    mainCase: '#d9cdbb',
    rail: '#b3a795',
    building: '#eae2d5',
    ink: '#5e5748',
    greenInk: '#3c6144',
    waterInk: '#3f5788',
    halo: '#f3ede3',
    plan: '#dcdbf6',
    planInk: '#2c2a86',
    disc: '#3d3bb3',
    path: '#3d3bb3',
    pathCase: '#ffffff',
    pathLater: '#7270c9',
    gap: '#6b6f85',
    marker: '#1b2036',
    surface: '#ffffff',
    muted: '#5a6078',
    circleOpacity: 0.26,
  },
  dark: {
    land: '#171a29',
    green: '#182a2a',
    wood: '#152525',
    water: '#1b2c4f',
    street: '#2a2f46',
    streetCase: '#12141f',
    main: '#373d59',
    mainCase: '#10121c',
    rail: '#565d7d',
    building: '#1e2233',
    ink: '#b4b9d0',
    greenInk: '#8fc3a2',
    waterInk: '#93b0ea',
    halo: '#171a29',
    plan: '#30326b',
    planInk: '#d2d1ff',
    disc: '#a5a3ff',
    path: '#a5a3ff',
    pathCase: '#12141f',
    pathLater: '#7776d6',
    gap: '#a6acc6',
    marker: '#eef0f8',
    surface: '#1b1e2e',
    muted: '#a6acc6',
    circleOpacity: 0.17,
  },
};
