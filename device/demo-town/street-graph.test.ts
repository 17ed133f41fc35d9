import { describe, expect, test } from 'vitest';
import { getSpot, listSpots } from './spots.ts';
import { findNearestNode, findShortestWalk, type StreetGraph, streetGraph } from './street-graph.ts';

const METERS_PER_DEGREE = 111_195;

function metersBetween(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const east = (b.lon - a.lon) * Math.cos((a.lat * Math.PI) / 180);
  return Math.hypot(b.lat - a.lat, east) * METERS_PER_DEGREE;
}

/** Returns the length of the shortest walk to every node by relaxing all edges until nothing changes (Bellman-Ford). */
function metersToAll({ nodes, edges }: StreetGraph, from: number): Array<number> {
  const meters = nodes.map(({ id }) => (id === from ? 0 : Number.POSITIVE_INFINITY));
  for (let changed = true; changed; ) {
    changed = false;
    for (const edge of edges) {
      for (const [a, b] of [
        [edge.from, edge.to],
        [edge.to, edge.from],
      ] as const) {
        const next = (meters[a] ?? 0) + edge.meters;
        if (next < (meters[b] ?? 0) - 1e-9) [meters[b], changed] = [next, true];
      }
    }
  }
  return meters;
}

describe('streetGraph', () => {
  const graph = streetGraph();

  test('numbers its crossings and connects each of them', () => {
    expect(graph.nodes.map(({ id }) => id)).toEqual(graph.nodes.map((_, index) => index));
    expect(metersToAll(graph, 0).every(Number.isFinite)).toBe(true);
    expect(graph.nodes.length).toBeGreaterThan(250);
  });

  test('has edges from crossing to crossing, with their lengths', () => {
    for (const { from, to, line, meters } of graph.edges) {
      const [start, end] = [graph.nodes[from], graph.nodes[to]];
      expect([line[0], line.at(-1)]).toEqual([
        { lat: start?.lat, lon: start?.lon },
        { lat: end?.lat, lon: end?.lon },
      ]);
      const drawn = line.slice(1).reduce((sum, point, index) => sum + metersBetween(line[index] ?? point, point), 0);
      expect(Math.abs(meters - drawn) / drawn).toBeLessThan(0.01);
    }
  });

  test('has a name for each street and all three classes of streets', () => {
    expect(new Set(graph.edges.map((edge) => edge.class))).toEqual(new Set(['main', 'minor', 'path']));
    expect(graph.edges.every(({ name }) => name !== '')).toBe(true);
  });
});

describe('findShortestWalk', () => {
  const graph = streetGraph();

  test.each(listSpots().map(({ key }) => key))('finds the shortest walk from home to %s', (key) => {
    const [home, spot] = [getSpot('home'), getSpot(key)];
    const walk = findShortestWalk(graph, home.node, spot.node);
    expect(walk?.meters).toBeCloseTo(metersToAll(graph, home.node)[spot.node] ?? -1, 6);
    const [first, last] = [walk?.line[0], walk?.line.at(-1)];
    expect([first?.lat, last?.lat]).toEqual([graph.nodes[home.node]?.lat, graph.nodes[spot.node]?.lat]);
    const jumps = walk?.line.slice(1).map((point, index) => metersBetween(walk.line[index] ?? point, point)) ?? [];
    expect(Math.max(0, ...jumps)).toBeLessThan(100);
  });

  test('returns null between unconnected crossings', () => {
    expect(findShortestWalk({ ...graph, edges: [] }, 0, 1)).toBeNull();
  });
});

describe('listSpots', () => {
  test('has two homes, a school, a sports ground, a music school, shops and the house of a friend', () => {
    const keys = listSpots().map(({ key }) => key);
    expect(keys).toEqual(
      expect.arrayContaining(['home', 'secondHome', 'school', 'sportsGround', 'musicSchool', 'supermarket', 'bakery', 'friend']),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('puts each spot near its crossing, at about 53° north and 13° east', () => {
    const graph = streetGraph();
    for (const spot of listSpots()) {
      const node = graph.nodes[spot.node];
      expect(node === undefined ? -1 : metersBetween(spot, node)).toBeLessThan(150);
      expect(findNearestNode(graph, spot).id).toBe(spot.node);
      expect([Math.round(spot.lat), Math.round(spot.lon)]).toEqual([53, 13]);
    }
  });
});
