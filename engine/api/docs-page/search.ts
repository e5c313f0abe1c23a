/**
 * The script of the page, for browsers. Without it everything is there but the search. All words that are typed must stand
 * in an operation; `/` goes to the box, and an address with a name opens what it names.
 */
export const searchScript = `
const row = document.getElementById('search-row');
const box = document.getElementById('search');
const found = document.getElementById('found');
const operations = [...document.querySelectorAll('.operation')];

function search() {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const each of operations) each.hidden = !words.every((word) => each.dataset.words.includes(word));
  for (const group of document.querySelectorAll('.group')) {
    group.hidden = group.querySelector('.operation:not([hidden])') === null;
  }
  const count = operations.filter((each) => !each.hidden).length;
  found.textContent = words.length === 0 ? '' : count + (count === 1 ? ' operation' : ' operations');
}

function open() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

row.hidden = false;
box.addEventListener('input', search);
addEventListener('hashchange', open);
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  box.focus();
});
search();
open();
`;
