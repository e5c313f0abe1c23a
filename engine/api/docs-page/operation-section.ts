import { curlOf } from './curl.ts';
import type { Answer, Media, ShownDocument, ShownOperation } from './document.ts';
import { html, prose, type Html } from './html.ts';
import { fieldTable, rowsOf, typeOf } from './schema-table.ts';

export interface Shown {
  readonly method: string;
  readonly path: string;
  readonly operation: ShownOperation;
  readonly url: string;
  readonly document: ShownDocument;
}

/** One operation: closed until somebody opens it. */
export function operationSection(shown: Shown): Html {
  const { method, path, operation } = shown;
  const { operationId, summary, description } = operation;
  const words = [operationId, method, path, summary, description].join(' ').toLowerCase();
  return html`<details class="operation" id="${operationId}" data-words="${words}">
    <summary>
      <span class="method">${method.toUpperCase()}</span> <code>${path}</code>
      <span class="what">${prose(summary)}</span>
    </summary>
    <p>${prose(description)}</p>
    ${parameterTable(operation)} ${bodyTable(operation)}
    <h3>Example</h3>
    <pre tabindex="0"><code>${curlOf(operation, shown)}</code></pre>
    <h3>Responses</h3>
    ${Object.entries(operation.responses).map(([status, answer]) =>
      answerSection(status, resolved(answer, shown.document)),
    )}
  </details>`;
}

function parameterTable({ parameters }: ShownOperation): Html {
  const rows = parameters.map(({ name, required, description = '', schema, ...rest }) => ({
    name,
    note: `In the ${rest.in}`,
    isRequired: required,
    schema: { ...schema, description },
  }));
  return fieldTable('Parameters', rows);
}

function bodyTable({ requestBody }: ShownOperation): Html {
  const media = requestBody?.content['application/json'];
  return media === undefined ? html`` : fieldTable('Body, as JSON', rowsOf(media.schema));
}

function resolved(answer: Answer, { components }: ShownDocument): Answer {
  const name = answer.$ref?.split('/').at(-1);
  return name === undefined ? answer : (components.responses[name] ?? {});
}

function answerSection(status: string, { description = '', content = {} }: Answer): Html {
  const media = Object.entries(content);
  return html`<details class="answer">
    <summary><span class="status">${status}</span> ${prose(description)}</summary>
    ${media.map(([type, each]) => mediaSection(type, each))}
  </details>`;
}

function mediaSection(type: string, { schema, example, examples }: Media): Html {
  const values = examples ? Object.values(examples).map(({ value }) => value) : [example];
  return html`<p><code>${type}</code>: ${typeOf(schema)}</p>
    ${values.map((value) => html`<pre tabindex="0"><code>${textOf(value)}</code></pre>`)}`;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);
