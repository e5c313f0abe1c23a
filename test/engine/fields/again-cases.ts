import { pausedFor, ran, type FieldCase, type FieldCases } from './field-case.ts';
import { inSteps } from './step-forms.ts';

const rounds = ran(({ node }) => node('s').attempts);

/** Cases of the fields that make a step run again. */
export function whatComesAgain(): FieldCases {
  const retried = (policy: string): string => `command: exit 7, retry_policy: {${policy}}`;
  const again = (policy: string): string =>
    `command: "true", repeat_policy: {repeat: while, ${policy}}`;
  return {
    'retry_policy.limit': {
      spec: inSteps(`{name: s, ${retried('limit: «3|1», interval_sec: 0')}}`),
      observe: rounds,
      expected: 4,
    },
    'retry_policy.exit_code': {
      spec: inSteps(`{name: s, ${retried('limit: 1, interval_sec: 0, exit_code: «[8]|[7]»')}}`),
      observe: rounds,
      expected: 1,
    },
    'retry_policy.interval_sec': paused(retried('limit: 1, interval_sec: «100|50»'), 100),
    'retry_policy.max_interval_sec': paused(
      retried('limit: 1, interval_sec: 100, max_interval_sec: «7|»'),
      7,
    ),
    'retry_policy.backoff': paused(retried('limit: 2, interval_sec: 1, backoff: «60|»'), 60, 2),
    'repeat_policy.repeat': repeated('repeat: «while|until», limit: 2', 2),
    'repeat_policy.limit': repeated('repeat: while, limit: «2|3»', 2),
    'repeat_policy.condition': repeated('repeat: until, condition: «"true"|"false"», limit: 3', 1),
    'repeat_policy.expected': repeated(
      'repeat: until, condition: one, expected: «one|two», limit: 3',
      1,
    ),
    'repeat_policy.exit_code': repeated(
      'repeat: while, exit_code: «[7]|[8]», limit: 2',
      2,
      'exit 7',
    ),
    'repeat_policy.interval_sec': paused(again('interval_sec: «100|50»'), 100),
    'repeat_policy.max_interval_sec': paused(again('interval_sec: 100, max_interval_sec: «7|»'), 7),
    'repeat_policy.backoff': paused(again('interval_sec: 1, backoff: «60|»'), 60, 2),
  };
}

function repeated(policy: string, expected: number, command = '"true"'): FieldCase {
  return {
    spec: inSteps(`{name: s, command: ${command}, repeat_policy: {interval_sec: 0, ${policy}}}`),
    observe: rounds,
    expected,
  };
}

function paused(fields: string, expected: number, nth = 1): FieldCase {
  return { spec: inSteps(`{name: s, ${fields}}`), observe: pausedFor(nth), expected };
}
