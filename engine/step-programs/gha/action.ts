import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { readText } from '../../lib/regular-file.ts';

/** Texts of a file in which YAML may have written numbers and truths. */
const text = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((value) => String(value ?? ''));
const texts = z
  .record(z.string(), text)
  .nullish()
  .transform((value) => value ?? {});

const step = z.strictObject({
  id: z.string().default(''),
  name: text.default(''),
  if: text.optional(),
  env: texts,
  run: z.string().optional(),
  shell: z.string().optional(),
  'working-directory': text.optional(),
  uses: z.string().optional(),
  with: texts,
  'continue-on-error': text.optional(),
});
/** A step of a composite action. */
export type ActionStep = z.infer<typeof step>;

const composite = z.strictObject({ using: z.literal('composite'), steps: z.array(step) });
export type CompositeRuns = z.infer<typeof composite>;

const javascript = z.strictObject({
  // All of them by the Node that runs us.
  using: z.enum(['node12', 'node16', 'node20', 'node24']),
  main: z.string(),
  pre: z.string().optional(),
  'pre-if': text.optional(),
  post: z.string().optional(),
  'post-if': text.optional(),
});
export type JavaScriptRuns = z.infer<typeof javascript>;

const docker = z.strictObject({
  using: z.literal('docker'),
  image: z.string(),
  entrypoint: z.string().optional(),
  'pre-entrypoint': z.string().optional(),
  'pre-if': text.optional(),
  'post-entrypoint': z.string().optional(),
  'post-if': text.optional(),
  args: z.array(text).default([]),
  env: texts,
});
export type DockerRuns = z.infer<typeof docker>;

const metadata = z.looseObject({
  name: text.default(''),
  inputs: z
    .record(
      z.string(),
      z.looseObject({ default: text.optional(), required: text.optional() }).nullable(),
    )
    .nullish()
    .transform((value) => value ?? {}),
  outputs: z
    .record(z.string(), z.looseObject({ value: text.optional() }).nullable())
    .nullish()
    .transform((value) => value ?? {}),
  runs: z.discriminatedUnion('using', [composite, docker, javascript]),
});
/** What an action says of itself (GitHub, "Metadata syntax reference"). */
export type Action = z.infer<typeof metadata>;

/** What can be carried out, as an action names it. */
const KINDS = [
  composite.shape.using.value,
  docker.shape.using.value,
  ...javascript.shape.using.options,
];

/** Reads the metadata of an action. @throws Error that names what is wrong with it or not supported. */
export function readAction(folder: string): Action {
  const { file, content } = metadataOf(folder);
  const written: unknown = parse(content);
  const { success, data, error } = metadata.safeParse(written);
  if (success) return data;
  const kind = unknownKind(written);
  if (kind !== null) {
    throw new Error(
      `${file}: \`runs.using\`: ${JSON.stringify(kind)} is not supported; supported are ${KINDS.join(', ')}`,
    );
  }
  const [issue] = error.issues;
  const at = issue?.path.join('.') ?? '';
  throw new Error(`${file}: ${at === '' ? '' : `\`${at}\`: `}${issue?.message ?? 'not an action'}`);
}

/** What the metadata says that runs it, where that is none of what can be carried out; null otherwise. */
function unknownKind(written: unknown): unknown {
  const asked = z.object({ runs: z.object({ using: z.unknown() }) }).safeParse(written).data;
  const using = asked?.runs.using;
  return using === undefined || KINDS.some((kind) => kind === using) ? null : using;
}

function metadataOf(folder: string): { readonly file: string; readonly content: string } {
  for (const name of ['action.yml', 'action.yaml']) {
    const file = join(folder, name);
    try {
      return { file, content: readText(file, { links: 'follow' }) };
    } catch (error) {
      if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  throw new Error(`there is no action in ${folder}: it has no action.yml`);
}
