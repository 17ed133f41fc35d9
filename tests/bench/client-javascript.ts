import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';
import { LANGUAGES } from '#app/domain/language.ts';
import { folderOf, TEXT_SETS, type TextSet } from '#app/i18n.ts';
import { BUILT, buildWorkers } from '#tools/build-workers.ts';
import { ROOT } from '#tools/paths.ts';
import { judge, type Row } from './row.ts';

/** The budgets of docs/reference/quality.md, compressed, in KB (1,000 bytes): script and styles per route, all fonts. */
export const BUDGETS = { scriptKb: 150, cssKb: 20, fontKb: 35 } as const;

const routeSchema = z.object({
  id: z.string(),
  parentId: z.string().optional(),
  path: z.string().optional(),
  module: z.string(),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
});
const manifestSchema = z.object({
  entry: z.object({ module: z.string(), imports: z.array(z.string()).default([]) }),
  routes: z.record(z.string(), routeSchema),
});
type Manifest = z.infer<typeof manifestSchema>;

/** Measures what a browser loads for each route before any interaction: entry, layouts, page, their imports, and one language’s texts. */
export async function measureClientJavaScript(): Promise<Array<Row>> {
  await buildWorkers();
  const { pages, cssKb, fontKb } = measureBuild();
  const signedIn = pages.filter(({ id }) => id.startsWith('_app.') || id.startsWith('demo') || /^_bare\.(pair|mailbox)/.test(id));
  const landing = pages.filter(({ id }) => id === '_index');
  return [
    toRow('Client JavaScript, largest signed-in route (gz)', signedIn),
    toRow('Client JavaScript, landing page (gz)', landing),
    {
      name: 'CSS, largest route (gz)',
      measured: `${cssKb.toFixed(1)} KB`,
      bar: `${BUDGETS.cssKb} KB`,
      control: null,
      verdict: judge(cssKb, BUDGETS.cssKb),
      figures: { cssKb, fontKb },
      notes: [
        `KB = 1,000 bytes. Fonts: ${fontKb.toFixed(1)} KB of ${BUDGETS.fontKb}. Landing works without script (tests/e2e, *.nojs.test.ts): its script is for what comes after it.`,
      ],
    },
  ];
}

/**
 * Measures the built client:
 * - each page’s script with the texts of the largest language, largest first
 * - the styles of the page with the most
 * - all fonts
 */
export function measureBuild(): { pages: Array<{ id: string } & Sizes>; cssKb: number; fontKb: number } {
  const folder = join(dirname(dirname(BUILT.web)), 'client');
  const manifest = readManifest(folder);
  const texts = textsOf(folder);
  const pageIds = Object.keys(manifest.routes).filter((id) => id !== 'root' && hasPage(folder, manifest, id));
  const pages = pageIds
    .map((id) => ({ id: id.replace('routes/', ''), ...sizesOf(folder, manifest, id, texts) }))
    .sort((a, b) => b.kb - a.kb);
  const css = pageIds.map((id) => gzKb(folder, stylesOf(folder, manifest, id)));
  const fonts = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.woff2'));
  return {
    pages,
    cssKb: Math.max(...css),
    // WOFF2 files are already compressed.
    fontKb: fonts.reduce((sum, name) => sum + readFileSync(join(folder, 'assets', name)).length, 0) / 1000,
  };
}

function toRow(name: string, pages: ReadonlyArray<{ id: string } & Sizes>): Row {
  const [largest] = pages;
  if (largest === undefined) throw new Error(`The manifest has no route for: ${name}`);
  const list = pages.map(({ id, kb, laterKb }) => `${id} ${kb.toFixed(1)} + ${laterKb.toFixed(1)}`).join(', ');
  return {
    name,
    measured: `${largest.kb.toFixed(1)} KB`,
    bar: `${BUDGETS.scriptKb} KB`,
    control: null,
    verdict: judge(largest.kb, BUDGETS.scriptKb),
    figures: { pages },
    notes: [`${list} KB: with entry, layouts and the largest language, + what is fetched on demand once the page stands.`],
  };
}

function readManifest(folder: string): Manifest {
  const [file] = readdirSync(join(folder, 'assets')).filter((name) => /^manifest-.*\.js$/.test(name));
  const text = file === undefined ? '' : readFileSync(join(folder, 'assets', file), 'utf8');
  return manifestSchema.parse(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)));
}

/** Returns a route and its layouts, the root last. */
function chainOf(manifest: Manifest, id: string): Array<Manifest['routes'][string]> {
  const route = manifest.routes[id];
  return route === undefined ? [] : [route, ...chainOf(manifest, route.parentId ?? '')];
}

/** True if the route has a page. Redirects and resource routes share one empty module. */
function hasPage(folder: string, manifest: Manifest, id: string): boolean {
  const route = manifest.routes[id];
  return route !== undefined && readFileSync(join(folder, route.module), 'utf8').length > 60;
}

/** Returns the stylesheets of a page: those that its modules import, and those that its `links` name by address. */
function stylesOf(folder: string, manifest: Manifest, id: string): Set<string> {
  const chain = chainOf(manifest, id);
  const files = new Set<string>();
  for (const path of chain.flatMap(({ module, imports }) => [module, ...imports])) addChunk(folder, path, files);
  const named = [...files].flatMap((path) => readFileSync(join(folder, path), 'utf8').match(/\/assets\/[\w-]+\.css/g) ?? []);
  return new Set([...chain.flatMap(({ css }) => css), ...named]);
}

/** `laterKb`: more chunks that the page’s code can import on demand. `hasMap`: the map library is among the chunks, at once or on demand. */
type Sizes = { kb: number; laterKb: number; files: number; hasMap: { atOnce: boolean; onDemand: boolean } };

function sizesOf(folder: string, manifest: Manifest, id: string, texts: Texts): Sizes {
  const modules = [manifest.entry.module, ...manifest.entry.imports];
  for (const route of chainOf(manifest, id)) modules.push(route.module, ...route.imports);
  const files = new Set<string>();
  for (const path of modules) addChunk(folder, path, files);
  const withLater = new Set(files);
  for (const path of files) {
    for (const later of importsOf(folder, path, 'on demand')) addChunk(folder, later, withLater);
  }
  const kb = gzKb(folder, files);
  const textsKb = ['common', ...ownSetsOf(manifest, id)].reduce((sum, set) => sum + (texts.get(set) ?? 0), 0);
  const hasMap = { atOnce: hasMapLibrary(folder, files), onDemand: hasMapLibrary(folder, withLater) };
  return { kb: kb + textsKb, laterKb: gzKb(folder, withLater) - kb, files: files.size, hasMap };
}

/** True if a chunk contains maplibre-gl: a name of its that no build shortens. */
function hasMapLibrary(folder: string, files: ReadonlySet<string>): boolean {
  return [...files].some((path) => readFileSync(join(folder, path), 'utf8').includes('maplibregl-canvas-container'));
}

function addChunk(folder: string, path: string, files: Set<string>): void {
  if (files.has(path)) return;
  files.add(path);
  for (const imported of importsOf(folder, path, 'at once')) addChunk(folder, imported, files);
}

const IMPORTS = {
  'at once': /(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g,
  'on demand': /\bimport\(\s*["'`]\.\/([^"'`]+\.js)["'`]\s*\)/g,
};

function importsOf(folder: string, path: string, when: keyof typeof IMPORTS): Array<string> {
  const text = readFileSync(join(folder, path), 'utf8');
  return Array.from(text.matchAll(IMPORTS[when]), ([, name]) => `${dirname(path)}/${name}`);
}

/** Compressed size of each text set in its largest language, in KB. */
type Texts = ReadonlyMap<string, number>;

function textsOf(folder: string): Texts {
  const texts = readdirSync(join(folder, 'assets')).filter((name) => name.startsWith('texts-'));
  if (texts.length !== 1) throw new Error(`Expected one folder of texts and found ${texts.length}`);
  const largest = (set: TextSet) => {
    const file = (language: string) => join(folder, 'assets', ...texts, folderOf(set), `${language}.json`);
    return Math.max(...LANGUAGES.map((language) => gzipSync(readFileSync(file(language))).length)) / 1000;
  };
  return new Map(TEXT_SETS.map((set) => [set, largest(set)]));
}

/** Returns the text sets that a route and its layouts name in `handle.texts`. */
function ownSetsOf(manifest: Manifest, id: string): Array<string> {
  const named: Array<string> = [];
  for (const route of chainOf(manifest, id)) {
    named.push(...textsNamedIn(readFileSync(join(ROOT, 'app', `${route.id}.tsx`), 'utf8')));
  }
  return [...new Set(named)];
}

/** Returns the text sets that a route’s source names, such as `texts: ['apps']`. */
export function textsNamedIn(source: string): Array<string> {
  return [...source.matchAll(/\btexts: \[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/'([\w-]+)'/g)].map(([, set = '']) => set),
  );
}

function gzKb(folder: string, paths: ReadonlySet<string>): number {
  return [...paths].reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path))).length, 0) / 1000;
}
