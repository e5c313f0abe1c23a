import { describe, expect, it } from 'vitest';
import { MAX_CHARACTERS } from '../../../../engine/dag/import/crontab/max-characters.ts';
import { planCrontab } from '../../../../engine/dag/import/crontab/plan-crontab.ts';
import { loadDag } from '../../../../engine/steps/load-dag.ts';

const LIMITS = { room: 1000, characters: MAX_CHARACTERS };

function planned(text: string, name = 'crontab') {
  const asked = { name, text, system: undefined, taken: [], own: 'ada', ...LIMITS };
  const { lines } = planCrontab(asked, (spec, own) => loadDag(spec, { name: own }));
  return lines;
}

/** Of the last line of a crontab: the name, the schedule, and what its step runs. */
function made(text: string, name?: string) {
  const line = planned(text, name).at(-1);
  const dag = loadDag(line?.spec ?? '', { name: 'it' }).dag;
  const [step] = dag?.steps ?? [];
  return {
    problems: line?.problems,
    remarks: line?.remarks.map(({ message }) => message),
    fileName: line?.fileName,
    schedule: line?.schedules[0],
    work: step?.script ?? step?.commands[0],
    dag,
  };
}

describe('a line of a real crontab does the same here', () => {
  it.each<readonly [line: string, fileName: string, schedule: string, work: string]>([
    [
      '0 5 * * 1 tar -zcf /var/backups/home.tgz /home/',
      'tar',
      '0 5 * * 1',
      'tar -zcf /var/backups/home.tgz /home/',
    ],
    [
      '*/15 * * * * /usr/bin/php /srv/www/cron.php > /dev/null 2>&1',
      'cron',
      '*/15 * * * *',
      '/usr/bin/php /srv/www/cron.php > /dev/null 2>&1',
    ],
    ['30 2 1 * * certbot renew --quiet', 'certbot', '30 2 1 * *', 'certbot renew --quiet'],
    ['0 4 * * sun /opt/bin/rotate-logs', 'rotate-logs', '0 4 * * sun', '/opt/bin/rotate-logs'],
    ['@weekly find /tmp -mtime +7 -delete', 'find', '0 0 * * 0', 'find /tmp -mtime +7 -delete'],
    ['@daily /srv/app/bin/console cleanup', 'console', '0 0 * * *', '/srv/app/bin/console cleanup'],
    [
      '@hourly curl -fsS https://hc.example.com/ping',
      'curl',
      '0 * * * *',
      'curl -fsS https://hc.example.com/ping',
    ],
    ['0 9-17 * * mon-fri ~/bin/remind', 'remind', '0 9-17 * * mon-fri', '~/bin/remind'],
    ['0,30 8-18/2 * * * sh /srv/poll.sh', 'poll', '0,30 8-18/2 * * *', 'sh /srv/poll.sh'],
    [
      '15 3 * jan,jul * /srv/report.py --half',
      'report',
      '15 3 * jan,jul *',
      '/srv/report.py --half',
    ],
    [
      '0 3 * * 7 pg_dump shop | gzip > /srv/shop.gz',
      'pg_dump',
      '0 3 * * 7',
      'pg_dump shop | gzip > /srv/shop.gz',
    ],
    [
      '0 1 * * * cd /srv/app && ./manage.py clearsessions',
      'manage',
      '0 1 * * *',
      'cd /srv/app && ./manage.py clearsessions',
    ],
    [
      '5 4 * * * flock -n /tmp/l nice -n 19 /usr/local/bin/sync.sh',
      'sync',
      '5 4 * * *',
      'flock -n /tmp/l nice -n 19 /usr/local/bin/sync.sh',
    ],
    ['0 0 * * * rsync -a /data/ host:/data/', 'rsync', '0 0 * * *', 'rsync -a /data/ host:/data/'],
    [
      '*/5 * * * * pgrep -f worker || /srv/worker start',
      'pgrep',
      '*/5 * * * *',
      'pgrep -f worker || /srv/worker start',
    ],
    ['0 2 * * * date +\\%F > /tmp/day', 'date', '0 2 * * *', 'date +%F > /tmp/day'],
    [
      '0 2 * * * cat > /tmp/x%one%two',
      'cat',
      '0 2 * * *',
      "{\ncat > /tmp/x\n} <<'INPUT'\none\ntwo\nINPUT\n",
    ],
    ['-0 2 * * * quiet-job', 'quiet-job', '0 2 * * *', 'quiet-job'],
    [
      '0 6 * * *\t/usr/sbin/ntpdate pool.example.org',
      'ntpdate',
      '0 6 * * *',
      '/usr/sbin/ntpdate pool.example.org',
    ],
    ['0 2 * * * mail ops%', 'mail', '0 2 * * *', "{\nmail ops\n} <<'INPUT'\nINPUT\n"],
    [
      '0 2 * * * cat > /tmp/x%one%%',
      'cat',
      '0 2 * * *',
      "{\ncat > /tmp/x\n} <<'INPUT'\none\n\nINPUT\n",
    ],
    ['08 09 01 * * /srv/padded', 'padded', '08 09 01 * *', '/srv/padded'],
    ['*/15,*/20 * * * * /srv/both', 'both', '*/15,*/20 * * * *', '/srv/both'],
    ['0 2 1 * 1-7 /srv/daily', 'daily', '0 2 1 * 1-7', '/srv/daily'],
    ['0 2 * JAN-MAR Mon-Fri /srv/names', 'names', '0 2 * JAN-MAR Mon-Fri', '/srv/names'],
    ['0 5 * * * /srv/a # nightly', 'a', '0 5 * * *', '/srv/a # nightly'],
    ['0 0 L * * /srv/last-day', 'last-day', '0 0 L * *', '/srv/last-day'],
    ['0 5 * * * X=1 /srv/set', 'set', '0 5 * * *', 'X=1 /srv/set'],
    ['@reboot /usr/bin/tunnel', 'tunnel', '@reboot', '/usr/bin/tunnel'],
    ['59 23 31 12 * /srv/year-end', 'year-end', '59 23 31 12 *', '/srv/year-end'],
  ])('%s', (line, fileName, schedule, work) => {
    const { dag, ...one } = made(line);

    expect(one).toEqual({ problems: [], remarks: [], fileName, schedule, work });
    expect(dag?.steps[0]?.shell).toEqual(['/bin/sh']);
    expect(dag?.workingDir).toBe('${HOME}');
  });

  it.each<readonly [lines: string, schedule: string, env: readonly string[]]>([
    ['SHELL=/bin/bash\nPATH=/usr/bin:/bin\n0 1 * * * job', '0 1 * * *', ['PATH=/usr/bin:/bin']],
    ['CRON_TZ=America/New_York\n0 1 * * * job', 'CRON_TZ=America/New_York 0 1 * * *', []],
    ['TZ=UTC\n0 1 * * * job', '0 1 * * *', ['TZ=UTC']],
    ['MAILTO=""\n0 1 * * * job', '0 1 * * *', []],
    ['A="b c"\nA=$D\n0 1 * * * job', '0 1 * * *', ['A=\\$D']],
    ['HOME=/srv\n0 1 * * * job', '0 1 * * *', ['HOME=/srv']],
    ["A = 'b c'  \n0 1 * * * job", '0 1 * * *', ['A=b c']],
    ['A="b\n0 1 * * * job', '0 1 * * *', ['A="b']],
    ['A=b # c\nB=`id`\n0 1 * * * job', '0 1 * * *', ['A=b # c', 'B=\\`id\\`']],
    ['A=1\nA=2\nE=\n0 1 * * * job', '0 1 * * *', ['A=2', 'E=']],
    ['CRON_TZ="Europe/Berlin"\n@daily job', 'CRON_TZ=Europe/Berlin 0 0 * * *', []],
    ['LOGNAME=ada\n0 1 * * * job', '0 1 * * *', ['LOGNAME=ada', 'USER=${LOGNAME}']],
    ['MAILTO=a@b.c\n0 1 * * * job | mail $MAILTO', '0 1 * * *', ['MAILTO=a@b.c']],
    ['0 1 * * * exec "${SHELL}" job', '0 1 * * *', ['SHELL=/bin/sh']],
  ])('with what stands above it: %j', (lines, schedule, env) => {
    const one = made(lines);

    expect(one).toMatchObject({ problems: [], schedule });
    expect(one.remarks).toHaveLength(lines.includes('a@b.c') ? 1 : 0);
    const variables = one.dag?.env.map(({ name, value }) => `${name}=${value}`);
    expect(variables).toEqual(expect.arrayContaining([...env]));
    expect(variables?.map((text) => text.replace(/=.*/s, ''))).toEqual(
      expect.arrayContaining(['HOME', 'LOGNAME', 'USER']),
    );
  });

  it('without what tells only cron something, and with the user after its name', () => {
    const names = (lines: string) => made(lines).dag?.env.map(({ name }) => name);

    expect(names('SHELL=/bin/sh\nMAILTO=""\n0 1 * * * job')).toEqual(['HOME', 'LOGNAME', 'USER']);
    expect(names('LOGNAME=ada\n0 1 * * * job')).toEqual(['LOGNAME', 'HOME', 'USER']);
  });
});

describe('a line of a real crontab that is not the same here says so', () => {
  it.each<readonly [lines: string, name: string, remark: RegExp]>([
    ['MAILTO=ops@example.com\n0 1 * * * job', 'crontab', /mails whatever a command prints/],
    [
      '17 * * * * root run-parts /etc/cron.hourly',
      '/etc/crontab',
      /runs this as root; here it runs as ada/,
    ],
    ['*/5 * * * * www-data /srv/queue', '/etc/cron.d/queue', /runs this as www-data/],
    ['RANDOM_DELAY=30\n0 1 * * * job', 'crontab', /`RANDOM_DELAY`/],
    ['5/15 * * * * job', 'crontab', /take `5\/15` as its first number only.*`5-59\/15`/],
    ['0 1 * * * -n -q job', 'crontab', /`-n -q` stands before the command/],
  ])('%j', (lines, name, remark) => {
    expect(made(lines, name)).toMatchObject({
      problems: [],
      remarks: [expect.stringMatching(remark)],
    });
  });
});

describe('a line of a real crontab that has no counterpart is refused with the reason', () => {
  it.each<readonly [line: string, reason: RegExp]>([
    ['@every 1h30m /srv/poll', /`@every`/],
    ['0 0 12 * * MON-FRI /srv/quartz', /looks like a further field/],
    ['*/30 * * * * * /srv/each-half-minute', /looks like a further field/],
    ['0 0 1 1 * 2027 /srv/once', /`2027` looks like a further field/],
    ['7 25 cron.weekly run-parts /etc/cron.weekly', /anacrontab/],
    ['0 4 8-14 * */7 /srv/second-sunday', /match both/],
    ['61 * * * * /srv/never', /minute/],
    ['0 0 30 2 * /srv/never', /never/],
    ['H H * * * /srv/jenkins', /`H/],
    ['0~59 3 * * * /srv/somewhen', /`0~59/],
    ['~ 3 * * * /srv/somewhen', /`~`/],
    ['0 3 * * fri-mon /srv/weekend', /`fri-mon`: its end is before/],
    ['0 */36 * * * /srv/odd', /step `36`/],
    ['0 3 * * Sunday /srv/long-name', /`Sunday`/],
    ['0 3 */2 * 1 /srv/both', /match both `\*\/2` and `1`/],
    ['@600 /srv/seconds', /`@600` is not a supported schedule/],
    ['@quarterly /srv/quarter', /`@quarterly` is not a supported schedule/],
    ['* * * * * %only input', /neither five fields and a command/],
    ['export A=b', /neither five fields and a command/],
    ['1 5 cron.daily nice run-parts /etc/cron.daily', /anacrontab/],
    ['@monthly 45 cron.monthly run-parts /etc/cron.monthly', /anacrontab/],
    ['0 3 * * *', /neither five fields and a command/],
    ['CRON_TZ=Asia/Tokyo 0 5 * * * /srv/early', /line of its own/],
  ])('%s', (line, reason) => {
    const [one] = planned(line);

    expect(one).toMatchObject({ line: 1, problems: [{ message: expect.stringMatching(reason) }] });
  });
});
