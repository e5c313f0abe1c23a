import { expect, it } from 'vitest';
import { loadBase, loadDag } from '../../../../engine/steps/load-dag.ts';
import { lint, stored } from './lint.ts';

const TO = '{from: a@b.c, to: d@e.f}';
const STEPS = 'steps: [{command: echo hi, mail_on_error: true}]\n';

it('is marked at each event and step whose mail has no recipient or no server', () => {
  const all = 'mail_on: {success: true, failure: true, wait: false}\n';

  expect(lint(`${all}info_mail: ${TO}\n${STEPS}`)).toEqual([
    'mail-to-nobody 1:11 success',
    'mail-to-nobody 1:26 failure',
    'mail-to-nobody 3:28 mail_on_error',
  ]);
});

it('is not marked where base.yaml has the rest', () => {
  const base = loadBase(`smtp: {host: localhost}\nerror_mail: ${TO}\n`);
  const text = `mail_on: {failure: true}\n${STEPS}`;

  expect(loadDag(text, { name: 'file', base, lint: { storedDags: stored } }).issues).toEqual([]);
});
