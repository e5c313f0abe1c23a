import type { LoadResult } from '../dag/definition.ts';
import type { LoadOptions } from '../execution/aside/aside.ts';
import { judgeValues } from '../execution/prepare/judge-values.ts';
import type { EngineServices } from './engine-services.ts';

type Services = Pick<EngineServices, 'aside' | 'config'>;

interface JudgedOptions extends LoadOptions {
  /** Folder of its file, where its schema is looked for first; null: it reads no other files, since its caller must not. */
  readonly folder: string | null;
}

/** Reads and checks a definition, with what its whole schema says of the values of its parameters. */
export async function loadJudged(
  services: Services,
  text: string,
  { folder, ...options }: JudgedOptions,
): Promise<LoadResult> {
  return judged(services, { text, loaded: await services.aside.load(text, options), folder });
}

/** The same for a definition that was read before: its schema may be another one by now. */
export function judged(
  { aside, config }: Services,
  {
    text,
    loaded,
    folder,
  }: { readonly text: string; readonly loaded: LoadResult } & Pick<JudgedOptions, 'folder'>,
): Promise<LoadResult> {
  const folders = folder === null ? [] : [...new Set([folder, config.paths.dagsDir])];
  return judgeValues(text, loaded, { schemas: aside.schemas, folders });
}
