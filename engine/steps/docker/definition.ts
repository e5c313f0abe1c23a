import type { Container } from '../../dag/container.ts';
import { checkContainer } from '../../dag/fields/container-field.ts';
import type { StepDraft } from '../../dag/fields/steps-field.ts';
import type { Report } from '../../dag/source/report.ts';
import type { TypedDefinition } from '../step-type.ts';
import { containerOf, settings } from './container-of.ts';

export const definition: TypedDefinition<Container> = {
  name: 'docker',
  aliases: ['container'],
  about: 'Runs commands in a container of Docker or Podman: a new one, or one that runs already.',
  takes: ['command', 'config', 'container'],
  needs: [['command', 'container', 'config']],
  handles: true,
  readsSystem: false,
  settings,
  check: checkDocker,
  usesContainer: true,
  readers: (step, dag) => {
    const shell = containerOf(dag, step)?.shell ?? [];
    const kind = shell.length === 0 ? 'engine' : 'shell';
    return step.commands.map(() => ({ kind }));
  },
  autoName: 'container',
  example: `working_dir: /srv/shop
steps:
  - name: report
    container:
      image: python:3.13-slim
      pull_policy: missing
      platform: linux/amd64
      name: report
      user: "1000"
      network: none
      volumes: [./data:/data:ro]
      working_dir: /data
      env: [{ LEVEL: info }]
      shell: [/bin/sh, -c]
      keep_container: false
    command: python3 report.py > /dev/stderr && echo done
  - name: migrate
    type: docker
    config:
      image: postgres:17
      startup: command
      command: [postgres, -c, fsync=off]
      ports: [127.0.0.1:5433:5432]
      wait_for: running
      log_pattern: ready to accept connections
      restart_policy: "no"
    command: psql -U postgres -c "select 1"
  - name: look
    type: docker
    config: { exec: shop-web }
    command: [df -h, uptime]
`,
};

function checkDocker(
  { given, values, at }: StepDraft,
  config: Container | null,
  report: Report,
): void {
  const [own, other] = [given.get('container'), given.get('config')];
  if (own && other) {
    report.error(other.key, '`config` cannot be combined with `container`');
    return;
  }
  if (other?.value.kind === 'map' && !checkContainer(other.value, report)) return;
  const container = values.container ?? config;
  const blank = values.commands.find(({ text }) => text.trim() === '');
  if (blank) report.error(blank, '`command` must not be empty');
  else if (container && isIdle(values, container))
    report.error(at, 'the step requires a `command` to run in the container');
}

/** Whether there is nothing to wait for. A step that names no image runs in a container that is there. */
function isIdle(
  { commands }: Pick<StepDraft['values'], 'commands'>,
  { image, startup }: Container,
): boolean {
  return commands.length === 0 && (image === null || startup !== null);
}
