import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dagOfEntry } from '../../../../engine/dag/import/crontab/dag-of-entry.ts';
import { hasUserColumn } from '../../../../engine/dag/import/crontab/has-user-column.ts';
import { EntryNames } from '../../../../engine/dag/import/crontab/name-entries.ts';
import { readCrontab } from '../../../../engine/dag/import/crontab/read-crontab.ts';
import { newFileName } from '../../../../engine/contract/fields.ts';
import { loadDag } from '../../../../engine/steps/load-dag.ts';

function entriesOf(crontab: string) {
  return [...readCrontab(crontab, { hasUser: false })].filter((line) => line.kind === 'entry');
}

function dagOf(crontab: string) {
  const [entry] = entriesOf(crontab);
  if (!entry) throw new Error('no entry');
  const text = dagOfEntry(entry);
  const { dag, issues } = loadDag(text, { name: 'it' });
  expect(issues).toEqual([]);
  if (dag === null) throw new Error('no DAG');
  return { text, dag };
}

describe('a line of a crontab', () => {
  it('becomes a DAG with what the lines above it say', () => {
    const { text } = dagOf(`# m h dom mon dow command

SHELL=/bin/bash
PATH = /usr/local/bin:/usr/bin
GREETING="Hello, $USER"
CRON_TZ=Europe/Berlin
MAILTO=ops@example.com
# Saves the database.
#  Every night.
30 2 * * 1-5   /usr/local/bin/backup.sh --all > /dev/null
`);

    expect(text).toBe(`description: |-
  Saves the database.
  Every night.
schedule: "CRON_TZ=Europe/Berlin 30 2 * * 1-5"
working_dir: \${HOME}
env:
  - HOME: \${HOME}
  - LOGNAME: "\`id -un\`"
  - USER: \${LOGNAME}
  - PATH: /usr/local/bin:/usr/bin
  - GREETING: Hello, \\$USER
mail_on:
  failure: true
error_mail:
  from: ops@example.com
  to:
    - ops@example.com
  attach_logs: true
steps:
  - name: main
    shell: [ /bin/bash ]
    command: /usr/local/bin/backup.sh --all > /dev/null
`);
  });

  it.each([
    ['@daily', '0 0 * * *'],
    ['@midnight', '0 0 * * *'],
    ['@hourly', '0 * * * *'],
    ['@weekly', '0 0 * * 0'],
    ['@monthly', '0 0 1 * *'],
    ['@yearly', '0 0 1 1 *'],
    ['@annually', '0 0 1 1 *'],
    ['-*/5 1,2 * jan sun', '*/5 1,2 * jan sun'],
    ['0 0 */2 * *', '0 0 */2 * *'],
    ['0 0 1-7 * 1', '0 0 1-7 * 1'],
  ])('has the schedule of %s', (written, schedule) => {
    expect(dagOf(`${written} echo`).dag.schedule.start).toMatchObject([{ expression: schedule }]);
  });

  it('gives what stands after a percent sign to the command, and leaves one with a backslash', () => {
    const { dag } = dagOf('0 1 * * * mail -s "100\\%" joe%Hello,%%INPUT%$HOME\n');

    expect(dag.steps[0]?.script).toBe(
      `{\nmail -s "100%" joe\n} <<'INPUT_'\nHello,\n\nINPUT\n$HOME\nINPUT_\n`,
    );
  });

  it('ends its command at a percent sign behind two backslashes, as cron does', () => {
    const [entry] = entriesOf(String.raw`0 1 * * * printf '\\%a\%b\\\%c`);

    expect(entry).toMatchObject({
      command: String.raw`printf '\\`,
      input: `${String.raw`a%b\\%c`}\n`,
    });
  });

  it.each([
    '0 3 * * * /usr/local/bin/off',
    '@daily /usr/local/bin/off',
    '*/5 8-18 * jan-mar mon,wed off -x',
    'MAILTO=ops@example.com',
  ])('says nothing that is switched off above it: #%s', (off) => {
    const entries = entriesOf(`# Cleans up.\n#${off}\n0 4 * * * clean\n`);

    expect(entries.map(({ description }) => description)).toEqual(['Cleans up.']);
  });

  it('has what comments in words say, also where they begin with a number', () => {
    const [entry] = entriesOf('# 5 minutes after each hour, all day\n5 * * * * clean\n');

    expect(entry?.description).toBe('5 minutes after each hour, all day');
  });

  it('keeps the user that the crontab sets', () => {
    const { text } = dagOf('LOGNAME=ada\nUSER=ada\n0 4 * * * clean\n');

    expect(text).not.toContain('id -un');
  });

  it('knows only the variables above it, and no empty mail address', () => {
    const [first, second] = entriesOf('A=1\nMAILTO=""\n* * * * * a\nA=2\nB=3\n* * * * * b\n');

    expect(first?.variables).toContainEqual({ name: 'A', value: '1' });
    expect(second?.variables.filter(({ name }) => name !== 'MAILTO')).toEqual([
      { name: 'A', value: '2' },
      { name: 'B', value: '3' },
    ]);
    expect(first && dagOfEntry(first)).not.toContain('mail');
  });

  it.each([
    ['@sometimes do-it', '`@sometimes`'],
    ['1 2 3', 'five fields'],
    ['* * * * * %input', 'five fields'],
    ['0 0 */2 * 1 odd-mondays', 'match both `*/2` and `1`'],
    ['0 0 1-7 * */7 first-sunday', 'match both `1-7` and `*/7`'],
    ['0 */5 * * * * echo six', '`*` looks like a further field'],
    ['*/10 * * * * * * echo seven', '`*` looks like a further field'],
    ['0 0 12 * * MON-FRI echo quartz', '`MON-FRI` looks like a further field'],
    ['0 0 12 1 * ? echo quartz', '`?` looks like a further field'],
    ['@daily 30 echo', '`30` looks like a further field'],
    ['1 5 cron.daily run-parts --report /etc/cron.daily', 'a line of an anacrontab'],
    ['@monthly 45 cron.monthly nice run-parts /etc/cron.monthly', 'a line of an anacrontab'],
  ])('is refused with the reason: %s', (line, reason) => {
    expect([...readCrontab(`\n${line}`, { hasUser: false })]).toMatchObject([
      { kind: 'refused', line: 2, text: line, reason: expect.stringContaining(reason) },
    ]);
  });

  it.each([
    ['/usr/local/bin/backup.sh --all', 'backup'],
    ['cd /srv/app && ./run_report.py', 'run_report'],
    ['sudo -n /sbin/fstrim -a', 'fstrim'],
    ['[ -x /usr/sbin/x ] && x', 'x'],
    ['test -x /etc/init.d/anacron && /usr/sbin/invoke-rc.d anacron start', 'invoke-rc-d'],
    ['flock -n /tmp/it.lock /srv/it/job.sh >> /var/log/it.log 2>&1', 'job'],
    ['sudo -u postgres pg_dumpall | gzip > /b/all.gz', 'pg_dumpall'],
    ['su - postgres -c "/usr/bin/pg_dump db > /b/db"', 'pg_dump'],
    ["bash -lc 'cd /x && ./refresh now'", 'refresh'],
    ['. $HOME/.profile; LANG=C timeout -k 5 300 nice -n 19 ionice -c2 -n7 rsync -a a b', 'rsync'],
    ['/usr/bin/env FOO=1 python3 -u /srv/report.py', 'report'],
    ['(cd /srv; make nightly)', 'make'],
    ['php /var/www/artisan schedule:run', 'artisan'],
    ['java -jar /opt/it/sync.jar', 'sync'],
    ['systemd-cat -t it /opt/it/bin/it-sync', 'it-sync'],
    ['PATH=/opt/bin:$PATH certbot renew', 'certbot'],
    ['if [ -e /x ]; then /opt/y; fi', 'y'],
    ['"$HOME/it"', 'it'],
    ['/usr/bin/python3 /srv/report.py', 'report'],
    ['search', 'cron-line-1'],
    ['éé', 'cron-line-1'],
  ])('gives its DAG a name: %s', (command, name) => {
    const [entry] = entriesOf(`0 0 * * * ${command}`);

    const names = new EntryNames();
    const found = entry && names.take(entry);

    expect(newFileName.safeParse(found).success).toBe(true);
    expect(found).toBe(name);
    expect(entry && names.take(entry)).toBe(`${found}-2`);
  });

  it('is read in any text, and what comes of it loads or names what is wrong', () => {
    const piece = fc.constantFrom(
      ...[
        '* ',
        '0 ',
        '*/5 ',
        '1-3 ',
        '99 ',
        '@daily ',
        'A=',
        '"',
        "'",
        '%',
        '\\',
        '\n',
        '# x',
        '${',
        '`',
      ],
      ...[
        'echo ',
        'MAILTO=',
        'CRON_TZ=',
        'SHELL=',
        'UTC',
        '/bin/sh',
        'x: y',
        '\t',
        '\r\n',
        'é',
        '- ',
      ],
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 40 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (crontab) => {
        for (const line of readCrontab(crontab, { hasUser: false })) {
          expect(line.line).toBeGreaterThan(0);
          if (line.kind === 'refused') expect(line.reason).not.toBe('');
          else {
            const { dag, issues } = loadDag(dagOfEntry(line), { name: 'it' });
            expect(dag !== null || issues.every(({ message }) => message !== '')).toBe(true);
            if (dag) expect(dag.steps).toHaveLength(1);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a crontab of the system', () => {
  const debian = `SHELL=/bin/sh
# Example of job definition:
# .---------------- minute (0 - 59)
# |  |  |  |  |
# *  *  *  *  * user-name command to be executed
17 *	* * *	root	cd / && run-parts --report /etc/cron.hourly
25 6	* * *	www-data -x
`;

  it('has the user before the command, and its columns are no description', () => {
    const read = [...readCrontab(`${debian}5 4 * * * root\n`, { hasUser: true })];

    expect(read).toMatchObject([
      { user: 'root', command: 'cd / && run-parts --report /etc/cron.hourly', description: '' },
      { user: 'www-data', command: '-x', schedule: '25 6 * * *' },
      { kind: 'refused', line: 8, reason: expect.stringContaining('a user and a command') },
    ]);
  });

  it.each([
    ['/etc/crontab', '* * * * * ada echo', true],
    ['../etc/cron.d/backup', '@daily ada echo', true],
    ['crontab', debian, true],
    ['crontab', '# m h dom mon dow user  command\n', true],
    ['jobs', 'MAILTO=root\n@daily root echo\n1 * * * * root date', true],
    ['jobs', '@daily root echo\n1 * * * * date', false],
    ['jobs', '@daily root echo\n1 * * * * www-data date', true],
    ['jobs', '@daily root echo\n1 * * * * /bin/date +x', false],
    ['jobs', '@daily ada echo\n1 * * * * www-data date', false],
    ['crontab', '# m h  dom mon dow   command\n@daily echo user command', false],
    ['etc/crontab.d/x', '@daily echo', false],
    ['jobs', '', false],
  ])('is known by its place, its columns or its users: %s, %j', (name, text, expected) => {
    expect(hasUserColumn(name, text)).toBe(expected);
  });
});
