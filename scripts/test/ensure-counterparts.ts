import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  counterpartNames,
  counterparts,
  findCounterpart,
  type CounterpartName,
} from './counterparts.ts';

/**
 * Makes sure of the real programs that tests need: found, else installed where that is possible, else the suites that
 * will be skipped are named. Answers with what is still missing.
 */
export function ensureCounterparts(): readonly CounterpartName[] {
  const absent = missing();
  if (absent.length > 0 && canInstall()) install(absent);
  const stillAbsent = missing();
  for (const name of stillAbsent) {
    const { title, suites, variable } = counterparts[name];
    console.log(`${title} is missing (${variable} may name it). Skipped: ${suites.join(', ')}`);
  }
  return stillAbsent;
}

function missing(): readonly CounterpartName[] {
  return counterpartNames.filter((name) => findCounterpart(name) === null);
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

function install(names: readonly CounterpartName[]): void {
  const packages = names.flatMap((name) => counterparts[name].debianPackages);
  console.log(`Installing ${packages.join(', ')} for the tests …`);
  const refreshed = aptGet(['update']);
  if (refreshed) aptGet(['install', '-y', '--no-install-recommends', ...packages]);
}

function aptGet(args: readonly string[]): boolean {
  const { status, stderr, stdout } = spawnSync('apt-get', ['-q', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status === 0) return true;
  console.log(
    `apt-get ${args[0]} failed:\n${(stderr || stdout).trim().split('\n').slice(-5).join('\n')}`,
  );
  return false;
}
