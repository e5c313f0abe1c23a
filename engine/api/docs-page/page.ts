import { API_PREFIX } from '../../contract/rest.ts';
import { shownDocument, type ShownDocument } from './document.ts';
import { html, prose, type Html } from './html.ts';
import { operationSection } from './operation-section.ts';
import { fieldTable, rowsOf, typeOf } from './schema-table.ts';

/**
 * The page of the interface, made from the OpenAPI document: it holds no data of the engine, and its links are relative.
 * `url` is where the interface begins, for the commands to copy.
 */
export function docsPage(url: string): string {
  const document = shownDocument();
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>Dagwright REST API</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="docs/page.css" />
        <script src="docs/search.js" defer></script>
      </head>
      <body>
        <a class="skip" href="#operations">Skip to the operations</a>
        ${header(document)} ${contents(document)}
        <main id="operations">
          ${document.tags.map(({ name, description }) =>
            tagSection({ name, description, document, url }),
          )}
          ${shapes(document)}
        </main>
      </body>
    </html>`.text;
}

function header({ info }: ShownDocument): Html {
  const paragraphs = info.description.split('\n\n');
  return html`<header>
    <h1>Dagwright ${info.version} REST API</h1>
    ${paragraphs.map((text) => html`<p>${prose(text)}</p>`)}
    <p><a href="${API_PREFIX.slice(1)}/openapi.json">OpenAPI document</a></p>
    <p>
      The examples read a token from the variable <code>DAGWRIGHT_TOKEN</code>. It can be empty with
      <code>auth.mode: none</code>.
    </p>
    <div id="search-row" hidden>
      <label for="search">Find an operation</label>
      <input id="search" type="search" autocomplete="off" spellcheck="false" />
      <span id="found" role="status"></span>
    </div>
  </header>`;
}

function contents({ tags }: ShownDocument): Html {
  const links = tags.map(({ name }) => html`<li><a href="#group-${name}">${name}</a></li>`);
  return html`<nav aria-label="Groups">
    <ul>
      ${links}
      <li><a href="#shapes">Shapes</a></li>
    </ul>
  </nav>`;
}

interface Group {
  readonly name: string;
  readonly description: string;
  readonly document: ShownDocument;
  readonly url: string;
}

function tagSection({ name, description, document, url }: Group): Html {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(name))
      .map(([method, operation]) => operationSection({ method, path, operation, url, document })),
  );
  return html`<section class="group" id="group-${name}">
    <h2>${name}</h2>
    <p>${prose(description)}</p>
    ${operations}
  </section>`;
}

function shapes({ components }: ShownDocument): Html {
  const all = Object.entries(components.schemas).map(
    ([name, schema]) =>
      html`<h3 id="shape-${name}">${name}</h3>
        ${
          schema.properties === undefined
            ? html`<p>${typeOf(schema)}</p>`
            : fieldTable(`Fields of ${name}`, rowsOf(schema))
        }`,
  );
  return html`<section id="shapes">
    <h2>Shapes</h2>
    ${all}
  </section>`;
}
