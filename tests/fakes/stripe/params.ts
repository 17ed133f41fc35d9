import type Stripe from 'stripe';
import type { Literals } from './plain.ts';
import { invalid } from './refusal.ts';

type Leaf = 'string' | 'integer' | 'number' | 'boolean';
type OneOf<L> = [L] extends [never] ? never : { oneOf: ReadonlyArray<L> };
type Member<V> = V extends Array<infer Item> ? [ShapeOf<Item>] : V extends object ? Shape<V> | 'metadata' : Leaf;
type ShapeOf<V> = Member<V> | OneOf<Literals<V>>;

/** The parameters that the fake knows of a call, a subset of the SDK's. A name that the SDK does not have does not compile. */
export type Shape<T> = { readonly [Key in keyof T]?: ShapeOf<NonNullable<T[Key]>> };
type AnyShape = Leaf | 'metadata' | { oneOf: ReadonlyArray<unknown> } | [AnyShape] | ShapeTree;
type ShapeTree = { readonly [key: string]: AnyShape };

type Tree = { [key: string]: Tree | string };

/** Returns `a[b][0]=c` as a tree. */
export function readForm(form: string): Tree {
  const tree: Tree = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    let at = tree;
    for (const part of path.slice(0, -1)) {
      const next = at[part];
      at[part] = typeof next === 'object' ? next : {};
      at = at[part] as Tree;
    }
    at[path.at(-1) ?? ''] = value;
  }
  return tree;
}

/**
 * Returns the parameters with their types.
 * @throws StripeRefusal 400 for a parameter that the shape does not have, or of another type
 */
export function readParams<T>(shape: Shape<T>, tree: Tree): T & { expand?: Array<string> } {
  return readNode({ ...shape, expand: ['string'] } as unknown as AnyShape, tree, '') as T & { expand?: Array<string> };
}

function readNode(shape: AnyShape, value: Tree | string, path: string): unknown {
  // An empty text clears a field.
  if (value === '') return null;
  if (typeof shape === 'string') return shape === 'metadata' ? readMetadata(value, path) : readLeaf(shape, value, path);
  const { oneOf } = shape as { oneOf?: unknown };
  if (Array.isArray(oneOf)) {
    if (oneOf.includes(value)) return value;
    throw invalid(`Invalid ${path}: must be one of ${oneOf.join(', ')}`, path);
  }
  if (typeof value === 'string') throw invalid(`Invalid object: ${path}`, path);
  if (Array.isArray(shape)) return Object.values(value).map((item, index) => readNode(shape[0], item, `${path}[${index}]`));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const known = (shape as ShapeTree)[key];
      const name = path === '' ? key : `${path}[${key}]`;
      if (known === undefined) throw invalid(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
      return [key, readNode(known, item, name)];
    }),
  );
}

function readLeaf(leaf: Leaf, value: Tree | string, path: string): string | number | boolean {
  if (typeof value !== 'string') throw invalid(`Invalid ${leaf}: ${path}`, path);
  if (leaf === 'string') return value;
  if (leaf === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  if (leaf === 'integer' && /^-?\d+$/.test(value)) return Number(value);
  if (leaf === 'number' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  throw invalid(`Invalid ${leaf}: ${path}`, path);
}

function readMetadata(value: Tree | string, path: string): Stripe.Metadata {
  if (typeof value === 'string') throw invalid(`Invalid metadata: ${path}`, path);
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)]));
}
