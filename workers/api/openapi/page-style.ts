/** Styles with the product's colors (app/styles.css) and the system font, because the page loads no files. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --canvas: #faf7f2; --surface: #fff; --sunken: #f1ece4; --line: #e6dfd3; --edge: #8a8172;
  --ink: #1b2036; --muted: #5a6078; --brand: #3d3bb3; --brand-tint: #ecebfa;
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: #12141f; --surface: #1b1e2e; --sunken: #131624; --line: #2c3047; --edge: #6e7594;
    --ink: #eef0f8; --muted: #a6acc6; --brand: #a5a3ff; --brand-tint: #26274a;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 24px; }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 17px/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
a { color: var(--brand); }
a:focus-visible, summary:focus-visible, button:focus-visible, input:focus-visible, pre:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 20px; top: 8px; }
header, nav, main { padding: 0 20px; }
header { padding-top: 24px; }
h1 { margin: 0; font-size: 34px; line-height: 1.2; }
h2 { margin: 56px 0 12px; font-size: 26px; line-height: 1.2; }
h3 { margin: 32px 0 8px; font-size: 20px; line-height: 1.2; }
h4 { margin: 20px 0 4px; font-size: 15px; color: var(--muted); }
p, ul, ol { margin: 8px 0; max-width: 46rem; }
small, small a { font-size: 15px; color: var(--muted); }
code, pre { font-family: ui-monospace, monospace; font-size: 15px; }
:not(pre) > code { overflow-wrap: anywhere; }
pre { margin: 8px 0; padding: 12px; max-height: 32rem; overflow: auto; background: var(--sunken); border: 1px solid var(--line); border-radius: 12px; line-height: 1.45; }
.code button { display: block; margin: 8px 0 0 auto; min-height: 44px; padding: 0 12px; border: 1px solid var(--edge); border-radius: 8px; background: var(--surface); color: var(--ink); font: inherit; font-size: 15px; }
.code { display: flex; flex-direction: column-reverse; }
.code pre { margin: 4px 0 8px; }
nav p { margin: 16px 0 0; font-weight: 600; }
nav ul { margin: 0; padding: 0; list-style: none; font-size: 15px; }
nav li a { display: block; padding: 4px 0; text-decoration: none; }
nav summary { padding: 8px 0; cursor: pointer; font-weight: 600; }
#filter { width: 100%; min-height: 44px; padding: 0 12px; border: 1px solid var(--edge); border-radius: 12px; background: var(--surface); color: var(--ink); font: inherit; }
#filter::placeholder { color: var(--muted); opacity: 1; }
[hidden] { display: none !important; }
.verb { font-size: 13px; letter-spacing: 0.02em; }
article { margin: 20px 0; padding: 4px 20px 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 16px; }
article h3 { margin-top: 16px; }
article h3 a { color: inherit; text-decoration: none; }
article:target, .shape:target { border-color: var(--brand); }
.verb { color: var(--brand); }
.fields { margin: 4px 0; }
.fields > div { padding: 6px 0; border-top: 1px solid var(--line); }
dt { font-weight: 600; }
dt small { font-weight: 400; }
dd { margin: 0; color: var(--muted); font-size: 15px; }
dd .fields { margin-left: 16px; }
.choice { padding-left: 12px; margin: 8px 0; border-left: 3px solid var(--brand-tint); }
.answer { margin: 4px 0; }
.answer > summary, .shape > summary { padding: 6px 0; cursor: pointer; }
.shape { margin: 8px 0; padding: 4px 16px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
.shape > summary code { font-weight: 600; }
main { padding-bottom: 96px; }
@media (min-width: 1024px) {
  body { display: grid; grid-template-columns: 300px minmax(0, 1fr); max-width: 1280px; margin: 0 auto; }
  header { grid-column: 1 / -1; }
  nav { position: sticky; top: 0; max-height: 100vh; overflow: auto; padding-block: 8px 24px; }
  nav summary { display: none; }
  .code { display: block; position: relative; margin: 8px 0; }
  .code pre { margin: 0; padding-right: 88px; }
  .code button { position: absolute; top: 7px; right: 8px; margin: 0; min-height: 32px; }
  main > h2:first-child { margin-top: 16px; }
  .fields > div { display: grid; grid-template-columns: minmax(180px, 1fr) 3fr; gap: 16px; }
  dd .fields > div { display: block; }
}
`;
