import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';
import { LANGUAGES } from '../../app/domain/language.ts';
import { BUILT, buildWorkers } from '../../tools/build-workers.ts';
import { judge, type Row } from './row.ts';

const BAR_KB = 150;

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

/** What a browser loads for each route before anybody taps: entry, layouts and page with all that they import, and one language. */
export async function measureClientJavaScript(): Promise<Array<Row>> {
  await buildWorkers();
  const folder = join(dirname(dirname(BUILT.web)), 'client');
  const manifest = readManifest(folder);
  const language = largestLanguage(folder);
  const pages = Object.values(manifest.routes)
    .filter(({ id }) => id !== 'root' && hasPage(folder, manifest, id))
    .map(({ id }) => ({ id: id.replace('routes/', ''), ...sizesOf(folder, manifest, id, language) }))
    .sort((a, b) => b.kb - a.kb);
  const signedIn = pages.filter(({ id }) => id.startsWith('_app.') || /^_bare\.(pair|mailbox)/.test(id));
  const landing = pages.filter(({ id }) => id === '_index');
  const css = Object.values(manifest.routes).flatMap((route) => route.css);
  const cssKb = gzKb(folder, new Set(css));
  return [
    toRow('Client JavaScript, largest signed-in route (gz)', signedIn),
    toRow('Client JavaScript, landing page (gz)', landing),
    {
      name: 'CSS of all routes (gz)',
      measured: `${cssKb.toFixed(1)} KB`,
      bar: '–',
      control: null,
      verdict: 'for information',
      figures: { cssKb },
      notes: [`KB = 1,000 bytes. Landing works without script (tests/e2e, *.nojs.test.ts): its script is for what comes after it.`],
    },
  ];
}

function toRow(name: string, pages: ReadonlyArray<{ id: string } & Sizes>): Row {
  const [largest] = pages;
  if (largest === undefined) throw new Error(`The manifest has no route for: ${name}`);
  const list = pages.map(({ id, kb, laterKb }) => `${id} ${kb.toFixed(1)} + ${laterKb.toFixed(1)}`).join(', ');
  return {
    name,
    measured: `${largest.kb.toFixed(1)} KB`,
    bar: `${BAR_KB} KB`,
    control: null,
    verdict: judge(largest.kb, BAR_KB),
    figures: { pages },
    notes: [`${list} KB: with entry, layouts and the largest language, + what is fetched on demand once the page stands.`],
  };
}

function readManifest(folder: string): Manifest {
  const [file] = readdirSync(join(folder, 'assets')).filter((name) => /^manifest-.*\.js$/.test(name));
  const text = file === undefined ? '' : readFileSync(join(folder, 'assets', file), 'utf8');
  return manifestSchema.parse(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)));
}

/** Redirects and resource routes share one empty module. */
function hasPage(folder: string, manifest: Manifest, id: string): boolean {
  const route = manifest.routes[id];
  return route !== undefined && readFileSync(join(folder, route.module), 'utf8').length > 60;
}

/** `laterKb`: further chunks that the page's code can ask for, the other languages left out. */
type Sizes = { kb: number; laterKb: number; files: number };

function sizesOf(folder: string, manifest: Manifest, id: string, language: string): Sizes {
  const modules = [manifest.entry.module, ...manifest.entry.imports, language];
  for (let route = manifest.routes[id]; route !== undefined; route = manifest.routes[route.parentId ?? '']) {
    modules.push(route.module, ...route.imports);
  }
  const files = new Set<string>();
  for (const path of modules) addChunk(folder, path, files);
  const withLater = new Set(files);
  for (const path of files) {
    for (const later of importsOf(folder, path, 'on demand')) if (!isLanguage(later)) addChunk(folder, later, withLater);
  }
  const kb = gzKb(folder, files);
  return { kb, laterKb: gzKb(folder, withLater) - kb, files: files.size };
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

function isLanguage(path: string): boolean {
  return LANGUAGES.some((code) => new RegExp(`/${code}-[\\w-]{8}\\.js$`).test(path));
}

function largestLanguage(folder: string): string {
  const files = readdirSync(join(folder, 'assets'))
    .map((name) => `/assets/${name}`)
    .filter(isLanguage);
  const [largest] = files.toSorted((a, b) => gzKb(folder, new Set([b])) - gzKb(folder, new Set([a])));
  if (largest === undefined || files.length !== LANGUAGES.length)
    throw new Error(`Expected a chunk per language and found ${files.join(', ')}`);
  return largest;
}

function gzKb(folder: string, paths: ReadonlySet<string>): number {
  return [...paths].reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path))).length, 0) / 1000;
}
