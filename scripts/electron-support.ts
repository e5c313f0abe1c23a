/** `node scripts/electron-support.ts`: whether the Electron that ships still gets fixes. It asks npm, so it needs a network. */
import { execFileSync } from 'node:child_process';
import packageFile from '../package.json' with { type: 'json' };
import { isSupported } from './build/electron-support.ts';

const shipped = packageFile.devDependencies.electron;
const latest = execFileSync('npm', ['view', 'electron', 'version'], { encoding: 'utf8' }).trim();
const isGood = isSupported(shipped, latest);
console.log(
  `Electron ${shipped} ships and ${latest} is the latest: ${isGood ? 'it gets fixes.' : 'it gets no fixes any more. Take a newer one before a release.'}`,
);
process.exit(isGood ? 0 : 1);
