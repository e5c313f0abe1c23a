/**
 * `npm run screenshots`: every screen in both themes, in two sizes and at a zoom of 200 %, empty, full, and with hostile
 * texts, against a fake engine. It names each picture, and fails for a screen that could not be reached, that
 * complains on the console, or that is wider than its window.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findCounterpart } from '../../../scripts/test/counterparts.ts';
import { builtPage, projectRoot } from '../../support/build-app.ts';
import { startChromium } from '../../support/chromium.ts';
import { full, picturesOf, sizes, takePictures, type Picture, type Size } from './camera.ts';
import { readOptions } from './options.ts';
import type { Shot } from './shot.ts';
import { shots as all } from './shots.ts';

/** The screens that the README shows. */
const readme: Readonly<Record<string, Picture['theme']>> = {
  dags: 'light',
  run: 'dark',
  dag: 'light',
  schedule: 'dark',
  git: 'light',
};

const { shots, folder, forReadme } = readOptions(process.argv.slice(2), all);
const album = forReadme ? join(projectRoot, 'resources', 'screenshots') : folder;
mkdirSync(album, { recursive: true });

const chromiumPath = findCounterpart('chromium');
if (chromiumPath === null)
  throw new Error('Chromium is not on the PATH. Install it, or set CHROMIUM_PATH.');
const complaints: string[] = [];
const browser = await startChromium(chromiumPath);
const camera = {
  browser,
  page: builtPage,
  complain: (words: string) => void complaints.push(words),
};
for (const shot of shots) {
  for (const size of forReadme ? [full] : sizes) {
    const pictures = forReadme ? forTheReadme(shot) : picturesOf(album, shot, size);
    await take(shot, size, pictures);
  }
}
await browser.close();
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;

async function take(shot: Shot, size: Size, pictures: readonly Picture[]): Promise<void> {
  if (pictures.length === 0) return;
  await takePictures(camera, { shot, size, pictures });
  for (const { file } of pictures) console.log(file);
}

function forTheReadme({ name }: Shot): readonly Picture[] {
  const theme = readme[name];
  return theme === undefined ? [] : [{ theme, file: join(album, `${name}-${theme}.png`) }];
}
