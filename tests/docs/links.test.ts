import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findAnchors, findLinks } from './markdown.ts';
import { listFiles, readText } from './repository.ts';

const files = listFiles();
const pages = files.filter((file) => file.endsWith('.md'));
const folders = new Set(files.flatMap((file) => parentsOf(file)));
const paths = new Set(files);
const anchors = new Map(pages.map((page) => [page, findAnchors(readText(page))]));

describe('links between Markdown files', () => {
  test.each(pages)('%s links only to existing files, folders and anchors', (page) => {
    expect(findLinks(readText(page)).filter((link) => !resolves(page, link))).toEqual([]);
  });

  test('finds a missing file and a missing anchor', () => {
    expect(resolves('README.md', 'docs/missing.md')).toBe(false);
    expect(resolves('README.md', 'CONTRIBUTING.md#missing')).toBe(false);
    expect(resolves('README.md', '#missing')).toBe(false);
  });
});

describe('paths in docs/', () => {
  test.each(pages.filter((page) => page.startsWith('docs/')))('%s names only existing source files', (page) => {
    const named = [...readText(page).matchAll(/`((?:app|device|locales|tests|tools|workers)\/[^`\s]+)`/g)].map(([, path = '']) => path);
    expect(named.filter((path) => !/[*<{…]/.test(path) && !exists(path.replace(/\/$/, '')))).toEqual([]);
  });
});

describe('documents named in the source', () => {
  const sources = files.filter(
    (file) => /^(?:app|device|tests|tools|workers)\/.*\.(?:ts|tsx|mjs|cjs|css)$/.test(file) && !file.startsWith('tests/docs/'),
  );

  test('all exist', () => {
    expect(
      sources.flatMap((file) =>
        findDocuments(readText(file))
          .filter((path) => !exists(path))
          .map((path) => `${file}: ${path}`),
      ),
    ).toEqual([]);
  });

  test('finds a missing document', () => {
    expect(findDocuments('see docs/missing.md, design/ui.md and spec/server.md').filter((path) => !exists(path))).toEqual([
      'docs/missing.md',
      'design/ui.md',
      'spec/server.md',
    ]);
  });
});

function findDocuments(text: string): Array<string> {
  return [...text.matchAll(/\b(?:docs|design|spec)\/[\w/-]+\.md\b/g)].map(([path]) => path);
}

function resolves(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path))).replace(/\/$/, '');
  if (!exists(target)) return false;
  return anchor === undefined || (anchors.get(target)?.has(anchor) ?? false);
}

/** True if the path exists. A file may be named without its extension. */
function exists(path: string): boolean {
  return path === '.' || folders.has(path) || ['', '.ts', '.tsx', '.mjs', '.server.ts', '.json'].some((ending) => paths.has(path + ending));
}

function parentsOf(file: string): Array<string> {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...parentsOf(folder)];
}
