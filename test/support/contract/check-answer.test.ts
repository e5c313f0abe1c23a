import { describe, expect, it } from 'vitest';
import { misfitOf, type GivenAnswer } from './check-answer.ts';
import { seeAnswer, takeMisfits, watchAnswers } from './watch-answers.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

function answer(body: unknown, more: Partial<GivenAnswer> = {}): GivenAnswer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const target = '/api/v1/dags/quick/start';
  return { method: 'POST', target, status: 200, contentType: JSON_TYPE, text, ...more };
}

const missing = { code: 'not_found', message: 'DAG quick not found' };
const aSpec = { dag: { name: 'quick' }, spec: 'steps: []', errors: [] };

describe('an answer', () => {
  it.each([
    { what: 'of the wanted shape', given: answer({ dagRunId: 'one' }) },
    { what: 'that is an error of its status', given: answer(missing, { status: 404 }) },
    {
      what: 'without a body',
      given: answer(undefined, {
        method: 'DELETE',
        target: '/api/v1/dags/quick',
        status: 204,
        contentType: '',
      }),
    },
    {
      what: 'that refuses a method',
      given: answer({ code: 'method_not_allowed', message: 'No.' }, { method: 'PUT', status: 405 }),
    },
    {
      what: 'with a code that has another status here',
      given: answer(
        { code: 'already_running', message: 'No.' },
        { target: '/api/v1/dag-runs/quick/one/retry', status: 400 },
      ),
    },
    {
      what: 'by which an engine says that it is unwell',
      given: answer(
        { status: 'unhealthy', version: '1', uptime: 1, timestamp: '', error: 'Full.' },
        { method: 'GET', target: '/api/v1/health', status: 503 },
      ),
    },
    {
      what: 'that is an error where others report',
      given: answer(
        { code: 'bad_request', message: 'No.' },
        { method: 'GET', target: '/api/v1/health?a=1', status: 400 },
      ),
    },
    {
      what: 'of an address with a fixed part where others have a name',
      given: answer({ tags: [], errors: [] }, { method: 'GET', target: '/api/v1/dags/tags' }),
    },
  ])('fits: one $what', ({ given }) => {
    expect(misfitOf(given)).toBe('');
  });

  it.each([
    { what: 'of another shape', given: answer({ dagRunId: 1 }), says: 'must be string' },
    { what: 'that lacks a field', given: answer({}), says: "required property 'dagRunId'" },
    {
      what: 'with a field that is nowhere described',
      given: answer({ dagRunId: 'one', more: 1 }),
      says: 'additional properties',
    },
    {
      what: 'with such a field further inside',
      given: answer(
        { ...aSpec, dag: { name: 'quick', more: 1 } },
        { method: 'GET', target: '/api/v1/dags/quick/spec' },
      ),
      says: 'additional properties',
    },
    {
      what: 'of a status that is not described',
      given: answer({ dagRunId: 'one' }, { status: 201 }),
      says: 'dags.start has no such status',
    },
    {
      what: 'with a code of another status',
      given: answer(missing, { status: 409 }),
      says: 'its code is not_found',
    },
    {
      what: 'with a code of that status which it never gives',
      given: answer({ code: 'max_run_reached', message: 'No.' }, { status: 409 }),
      says: 'its code is max_run_reached',
    },
    {
      what: 'with a code that has this status elsewhere alone',
      given: answer({ code: 'already_running', message: 'No.' }, { status: 400 }),
      says: 'its code is already_running',
    },
    {
      what: 'that is an error with more than an error has',
      given: answer({ ...missing, stack: 'at line 1' }, { status: 404 }),
      says: 'its body is no error',
    },
    {
      what: 'of another type',
      given: answer({ dagRunId: 'one' }, { contentType: 'text/html' }),
      says: 'it is text/html',
    },
    {
      what: 'with a body where there is none',
      given: answer({}, { method: 'DELETE', target: '/api/v1/dags/quick', status: 204 }),
      says: 'it should have no body',
    },
    {
      what: 'that is an error of no operation and no JSON',
      given: answer(missing, { target: '/other', status: 404, contentType: 'text/plain' }),
      says: 'it is text/plain',
    },
  ])('does not fit: one $what', ({ given, says }) => {
    expect(misfitOf(given)).toContain(says);
  });

  it('is looked at when its server is watched, and then told of once', async () => {
    const url = 'http://127.0.0.1:65535';
    await seeAnswer(url, answer({}));
    expect(takeMisfits()).toEqual([]);

    watchAnswers(url);
    await seeAnswer(url, answer({}));

    expect(takeMisfits()).toEqual([expect.stringContaining('/dags/quick/start was answered 200')]);
    expect(takeMisfits()).toEqual([]);
  });

  it('is looked at when it is no JSON too', async () => {
    const url = 'http://127.0.0.1:65534';
    watchAnswers(url);

    await seeAnswer(url, answer(undefined, { contentType: 'text/html', text: '<p>Sorry.</p>' }));

    expect(takeMisfits()).toEqual([expect.stringContaining('but it is text/html')]);
  });
});
