import { devNull } from 'node:os';
import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changeConfigFile, changedConfig } from '../../../engine/config/write-config-file.ts';
import { temporaryFolder } from '../../support/home.ts';

const settings = (given: object) => new Map<string, unknown>(Object.entries(given));

describe('a change of config.yaml', () => {
  it.each([
    {
      where: 'beside others, with all comments',
      before: '# ours\nport: 81 # web\ngit_sync:\n  # the team\n  branch: main # for now\n',
      after: '# ours\nport: 81 # web\ngit_sync:\n  # the team\n  branch: live # for now\n',
    },
    { where: 'in an empty file', before: '', after: 'git_sync:\n  branch: live\n' },
    { where: 'in an empty group', before: 'git_sync:\n', after: 'git_sync:\n  branch: live\n' },
    {
      where: 'under its whole name',
      before: 'git_sync.branch: main\n',
      after: 'git_sync.branch: live\n',
    },
    {
      where: 'in a map on one line',
      before: 'git_sync: { enabled: true }\n',
      after: 'git_sync: { enabled: true, branch: live }\n',
    },
  ])('stands $where', ({ before, after }) => {
    expect(changedConfig(before, settings({ 'git_sync.branch': 'live' }))).toBe(after);
  });

  it.each(['a: [', '- 1\n', 'x: &x {}\ngit_sync: *x\n'])('is refused in %j', (text) => {
    expect(() => changedConfig(text, settings({ 'git_sync.branch': 'live' }))).toThrow(
      expect.objectContaining({ code: 'bad_request' }),
    );
  });

  it('can be taken back, also where there was no file', () => {
    const folder = temporaryFolder('config');
    const [file, none] = [join(folder, 'config.yaml'), join(folder, 'none.yaml')];
    writeFileSync(file, 'port: 81\n');

    for (const undo of [file, none].map((one) => changeConfigFile(one, settings({ port: 82 }))))
      undo();

    expect([readFileSync(file, 'utf8'), existsSync(none)]).toEqual(['port: 81\n', false]);
  });

  it('leaves a link to the file what it is', () => {
    const folder = temporaryFolder('config');
    const [file, link] = [join(folder, 'real.yaml'), join(folder, 'config.yaml')];
    writeFileSync(file, 'port: 81\n');
    symlinkSync(file, link);

    changeConfigFile(link, settings({ port: 82 }));

    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe('port: 82\n');
  });

  it('is refused where there is no file of settings', () => {
    expect(() => changeConfigFile(devNull, settings({ port: 82 }))).toThrow('no file of settings');
  });
});
