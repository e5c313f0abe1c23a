/** The look of the page: the system's fonts, light or dark as the system is. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1c1f24, #e4e6ea);
  --quiet: light-dark(#565d68, #a3aab5);
  --back: light-dark(#ffffff, #16181c);
  --raised: light-dark(#f4f5f7, #1f2228);
  --line: light-dark(#d9dce1, #343942);
  --accent: light-dark(#1d55b8, #8ab4ff);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.5rem; max-width: 62rem;
  background: var(--back); color: var(--text);
  font: 0.9375rem/1.55 system-ui, sans-serif;
}
h1 { font-size: 1.5rem; margin: 0 0 0.75rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 0.25rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 0.25rem; }
.operation h3 { font-size: 0.875rem; margin: 1rem 0 0.25rem; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code, pre { font: 0.8125rem/1.5 ui-monospace, monospace; }
pre { margin: 0.25rem 0; padding: 0.75rem; overflow-x: auto; background: var(--raised); border-radius: 6px; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0; list-style: none; }
.skip { position: absolute; left: -100rem; }
.skip:focus { position: static; }
#search-row:not([hidden]) { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
#search {
  flex: 1; min-width: 14rem; padding: 0.4rem 0.6rem; font: inherit; color: inherit;
  background: var(--raised); border: 1px solid var(--line); border-radius: 6px;
}
#found { color: var(--quiet); }
.operation { border: 1px solid var(--line); border-radius: 6px; margin: 0.4rem 0; }
.operation > :not(summary) { margin-left: 1rem; margin-right: 1rem; }
.operation[open] { padding-bottom: 0.75rem; }
summary { cursor: pointer; padding: 0.45rem 0.75rem; }
.method { display: inline-block; min-width: 4rem; font-weight: 600; }
.what { color: var(--quiet); }
.status { font-weight: 600; }
.answer summary { padding: 0.15rem 0; }
table { width: calc(100% - 2rem); border-collapse: collapse; margin-top: 0.75rem; }
main > section > table { width: 100%; }
caption { text-align: left; font-weight: 600; font-size: 0.875rem; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.75rem 0.3rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
td:last-child { overflow-wrap: anywhere; }
td ul { margin: 0; padding-left: 1rem; }
thead th { color: var(--quiet); font-size: 0.8125rem; }
`;
