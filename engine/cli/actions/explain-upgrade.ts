import type { Format } from '../commands/options.ts';
import { version } from '../../lib/version.ts';
import { installationOf, programFolder, type Installation } from '../../platform/installation.ts';
import type { Cli, GlobalOptions } from '../cli.ts';
import { json } from '../print/json.ts';

export interface UpgradeOptions extends GlobalOptions {
  readonly check?: boolean;
  readonly format: Format;
}

const inPlace = 'Quit Dagwright first: steps that run go on, and the new version takes them over.';

const ways: Readonly<Record<Installation, readonly string[]>> = {
  'git checkout': ['git pull', 'npm ci', 'npm run build'],
  'source archive': [
    'Unpack the archive of the new version beside this one.',
    'In its folder: npm ci && npm run build',
  ],
  'npm package': ['npm install dagwright@latest  (with -g where it was installed so)'],
  AppImage: ['Download the AppImage of the new version.', 'Put it in the place of this one.'],
  'deb package': [
    'Download the .deb of the new version.',
    'sudo apt-get install ./dagwright_<version>_<architecture>.deb',
  ],
  'macOS app': ['Download the .dmg of the new version.', 'Drag Dagwright onto Applications.'],
  'Windows installer': ['Download the installer of the new version.', 'Run it.'],
};

/** Says what is installed, and how a newer version comes in its place. */
export function explainUpgrade({ out, env }: Cli, { check, format }: UpgradeOptions): void {
  const folder = programFolder;
  const installation = installationOf({ folder, platform: process.platform, env });
  const steps = check ? [] : [inPlace, ...ways[installation]];
  if (format === 'json') {
    out.write(json({ version, installation, folder, ...(check ? {} : { steps }) }));
    return;
  }
  out.write(`dagwright ${version}, ${installation} in ${folder}\n`);
  if (check) out.write('Whether there is a newer version was not asked: that needs the network.\n');
  else out.write(`\n${steps.map((step, index) => `${index + 1}. ${step}\n`).join('')}`);
}
