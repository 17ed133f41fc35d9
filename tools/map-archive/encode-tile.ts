import { PbfWriter } from 'pbf';

/** The size of a tile in its own units. */
export const TILE_EXTENT = 4096;

/** x and y in units of a tile. */
export type TilePoint = readonly [x: number, y: number];

/** A feature of a tile in whole units. Rings of a polygon are closed by the format, so their first point is not repeated. */
export type TileFeature = {
  kind: 'point' | 'line' | 'polygon';
  parts: ReadonlyArray<ReadonlyArray<TilePoint>>;
  properties: Readonly<Record<string, string | number>>;
};

export type TileLayer = { name: string; features: ReadonlyArray<TileFeature> };

const KINDS = { point: 1, line: 2, polygon: 3 } as const;
const [MOVE_TO, LINE_TO, CLOSE_PATH] = [1, 2, 7];

/** Returns a Mapbox Vector Tile 2.1, uncompressed. Omits layers without features; a tile without layers is empty. */
export function encodeTile(layers: ReadonlyArray<TileLayer>): Uint8Array {
  const writer = new PbfWriter();
  for (const layer of layers) if (layer.features.length > 0) writer.writeMessage(3, writeLayer, layer);
  return writer.finish();
}

function writeLayer({ name, features }: TileLayer, writer: PbfWriter): void {
  const keys = new Map<string, number>();
  const values = new Map<string | number, number>();
  writer.writeVarintField(15, 2);
  writer.writeStringField(1, name);
  for (const feature of features) {
    const tags = Object.entries(feature.properties).flatMap(([key, value]) => [indexOf(keys, key), indexOf(values, value)]);
    writer.writeMessage(2, writeFeature, { tags, kind: KINDS[feature.kind], geometry: toCommands(feature) });
  }
  for (const key of keys.keys()) writer.writeStringField(3, key);
  for (const value of values.keys()) writer.writeMessage(4, writeValue, value);
  writer.writeVarintField(5, TILE_EXTENT);
}

function writeFeature({ tags, kind, geometry }: { tags: Array<number>; kind: number; geometry: Array<number> }, writer: PbfWriter): void {
  writer.writePackedVarint(2, tags);
  writer.writeVarintField(3, kind);
  writer.writePackedVarint(4, geometry);
}

function writeValue(value: string | number, writer: PbfWriter): void {
  if (typeof value === 'string') writer.writeStringField(1, value);
  else writer.writeVarintField(5, value);
}

function indexOf<Key>(known: Map<Key, number>, key: Key): number {
  const index = known.get(key) ?? known.size;
  known.set(key, index);
  return index;
}

function toCommands({ kind, parts }: TileFeature): Array<number> {
  const commands: Array<number> = [];
  let [x, y] = [0, 0];
  const step = ([toX, toY]: TilePoint) => {
    commands.push(zigzag(toX - x), zigzag(toY - y));
    [x, y] = [toX, toY];
  };
  if (kind === 'point') {
    const points = parts.flat();
    commands.push(MOVE_TO | (points.length << 3));
    for (const point of points) step(point);
    return commands;
  }
  for (const [first, ...rest] of parts) {
    if (first === undefined) continue;
    commands.push(MOVE_TO | (1 << 3));
    step(first);
    commands.push(LINE_TO | (rest.length << 3));
    for (const point of rest) step(point);
    if (kind === 'polygon') commands.push(CLOSE_PATH | (1 << 3));
  }
  return commands;
}

function zigzag(delta: number): number {
  return (delta << 1) ^ (delta >> 31);
}
