import type { Format } from '../commands/options.ts';
import { version } from '../../lib/version.ts';
import { installationOf, programFolder, type Installation } from '../../platform/installation.ts';
import type { Cli, GlobalOptions } from '../cli.ts';
import { json } from '../print/json.ts';

export interface UpgradeOptions extends GlobalOptions {
  readonly check?: boolean;
  readonly format: Format;
}

const inPlace = 'Quit Dagwright. Running steps continue, and the new version takes them over.';

const ways: Readonly<Record<Installation, readonly string[]>> = {
  'git checkout': ['git pull', 'npm ci', 'npm run build'],
  'source archive': [
    'Extract the archive of the new version next to this one.',
    'In its folder, run: npm ci && npm run build',
  ],
  'npm package': ['npm install dagwright@latest  (add -g for a global installation)'],
  AppImage: ['Download the AppImage of the new version.', 'Replace this one with it.'],
  'deb package': [
    'Download the .deb of the new version.',
    'sudo apt-get install ./dagwright_<version>_<architecture>.deb',
  ],
  'macOS app': ['Download the .dmg of the new version.', 'Drag Dagwright to Applications.'],
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
  if (check)
    out.write(
      'To see the latest version, look at the releases: this command does not use the network.\n',
    );
  else out.write(`\n${steps.map((step, index) => `${index + 1}. ${step}\n`).join('')}`);
}
