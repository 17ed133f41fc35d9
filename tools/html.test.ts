import { describe, expect, test } from 'vitest';
import { findAll, parseHtml, textOf } from './html.ts';

const PAGE = `<!DOCTYPE html><html><head><style>p{}</style><script>if (a < b) "</p>"</script></head><body>
  <h1 class="big one">Mia&#x27;s <b>phone</b><!-- -->.</h1><img src="a>b"><p hidden data-x='1'>A &amp; B<br/>C &#8211; D</p><input disabled value=bare></body></html>`;

describe('parseHtml', () => {
  test('keeps the text as a user sees it', () => {
    const page = parseHtml(PAGE);
    expect(findAll(page, ({ tag }) => tag === 'h1').map(textOf)).toEqual(["Mia's phone."]);
    expect(findAll(page, ({ tag }) => tag === 'p').map(textOf)).toEqual(['A & B C – D']);
    expect(textOf(page)).toBe("Mia's phone. A & B C – D");
  });

  test('reads attributes with single, double and no quotes', () => {
    const page = parseHtml(PAGE);
    const [image, input, text] = ['img', 'input', 'p'].map((name) => findAll(page, ({ tag }) => tag === name)[0]?.attributes);
    expect([image, input, text]).toEqual([{ src: 'a>b' }, { disabled: '', value: 'bare' }, { hidden: '', 'data-x': '1' }]);
  });

  test('ignores an end tag without a start tag', () => expect(textOf(parseHtml('a</div><i>b</i>'))).toBe('ab'));
});
