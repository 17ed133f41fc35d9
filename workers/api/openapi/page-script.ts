/** Optional script of the page. Adds copy buttons and a filter for calls, and collapses the table of contents on phones. */
export const PAGE_SCRIPT = `
for (const pre of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(pre.textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
  const frame = document.createElement('div');
  frame.className = 'code';
  pre.replaceWith(frame);
  frame.append(pre, button);
}
const narrow = matchMedia('(max-width: 1023px)');
const contents = document.getElementById('contents');
contents.open = !narrow.matches;
contents.addEventListener('click', (event) => {
  if (narrow.matches && event.target.closest('a')) contents.open = false;
});
const filter = document.getElementById('filter');
filter.hidden = false;
const words = new Map([...document.querySelectorAll('article')].map((call) => ['#' + call.id, call.dataset.words]));
filter.addEventListener('input', () => {
  const wanted = filter.value.trim().toLowerCase();
  for (const link of contents.querySelectorAll('li a')) {
    link.parentElement.hidden = !(words.get(link.hash) ?? link.textContent.toLowerCase()).includes(wanted);
  }
});
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
addEventListener('hashchange', openTarget);
openTarget();
`;
