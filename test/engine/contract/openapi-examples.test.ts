import { describe, expect, it } from 'vitest';
import { wireError } from '../../../engine/contract/errors.ts';
import type { Operation } from '../../../engine/contract/operation.ts';
import { isOperationName, operations } from '../../../engine/contract/operations.ts';
import {
  document,
  misfit,
  resolved,
  validatorAt,
  type Described,
} from '../../support/contract/document.ts';

const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const cases = described.map((each) => ({ ...each, name: each.operation.operationId }));

const MEDIA = 'application/json';

/** The examples of an input, by the names that the contract has for its fields. */
function exampleInput({ parameters, requestBody }: Described, operation: Operation): object {
  const own = new Map(
    Object.entries(operation.bodyNames ?? {}).map(([name, sent]) => [sent, name]),
  );
  const body = Object.entries((requestBody?.content[MEDIA].example ?? {}) as object);
  const sent = parameters
    .filter(({ required }) => required)
    .map(({ name, example }) => [name, example]);
  const whole = operation.wholeBody && { [operation.wholeBody.field]: '' };
  return {
    ...Object.fromEntries(body.map(([name, value]) => [own.get(name) ?? name, value])),
    ...Object.fromEntries(sent),
    ...whole,
  };
}

describe('the examples of the OpenAPI document', () => {
  it.each(cases)('of the input of $name are taken by it', ({ name, operation }) => {
    if (!isOperationName(name)) return;
    const contract: Operation = operations[name];

    expect(contract.input().safeParse(exampleInput(operation, contract)).error).toBeUndefined();
  });

  it.each(cases)('of the body of $name fit its schema', ({ path, method, operation }) => {
    if (operation.requestBody === undefined) return;
    const place = ['paths', path, method, 'requestBody', 'content', MEDIA];

    const { example } = operation.requestBody.content[MEDIA];
    expect(misfit(validatorAt(...place, 'schema'), example)).toBe('');
  });

  it.each(cases)('of the answers of $name fit their schemas', ({ path, method, operation }) => {
    for (const [status, response] of Object.entries(operation.responses)) {
      for (const [type, { example }] of Object.entries(response.content ?? {})) {
        if (example === undefined) continue;
        const place = ['paths', path, method, 'responses', status, 'content', type];
        expect(misfit(validatorAt(...place, 'schema'), example), status).toBe('');
      }
    }
  });

  it.each(cases)('show what each answer of $name is like', ({ operation }) => {
    for (const [status, response] of Object.entries(operation.responses)) {
      const { content = {} } = resolved(response);
      for (const { example, examples } of Object.values(content)) {
        expect(example ?? examples, `${operation.operationId} ${status}`).toBeDefined();
      }
    }
  });

  it('of errors are errors of the contract, each under its code', () => {
    const responses = [
      ...Object.values(document.components.responses),
      ...described.flatMap(({ operation }) => Object.values(operation.responses)),
    ];
    const examples = responses.flatMap(({ content = {} }) =>
      Object.entries(content[MEDIA]?.examples ?? {}),
    );

    expect(examples.length).toBeGreaterThan(20);
    for (const [code, { value }] of examples) {
      expect(wireError().strict().parse(value).code).toBe(code);
    }
  });

  it('hold no text that stands for nothing: each name, id and time is one that could be', () => {
    const { example } = document.paths['/dags/{fileName}/start-sync']?.post?.responses['200']
      ?.content?.[MEDIA] as { example: { dagRun: Record<string, unknown> } };

    expect(example.dagRun).toMatchObject({
      name: 'nightly-report',
      status: 4,
      statusLabel: 'succeeded',
      nodes: [{ step: { name: 'report', command: './report.sh' }, exitCode: 0 }],
    });
  });
});
