import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type Docker from 'dockerode';
import { dockerClient } from '../docker/docker-client.ts';
import { ownerLabels, removeContainer, sweepLeft } from '../docker/owner.ts';
import { runAttached } from '../docker/run-attached.ts';
import type { DockerRuns } from './action.ts';
import { actionImage } from './action-image.ts';
import { fillIn } from './expressions.ts';
import { contextsOf, type Job, type Visit } from './job.ts';
import type { LineWriter } from './lines.ts';
import { inputVariables, type ActionEnd, type Call } from './call.ts';
import { willMake } from './made-things.ts';
import { runStages } from './run-stages.ts';

const WORKSPACE = '/github/workspace';
const HOME = '/github/home';
const FILES = '/github/file_commands';

/**
 * Runs a container action: its image, or one that is built of its Dockerfile for this step alone. What it does before and
 * after has a container of the same image each, as GitHub does it.
 */
export async function runInContainer(job: Job, call: Call, runs: DockerRuns): Promise<ActionEnd> {
  const docker = await dockerClient(job.containers.dockerEnv);
  await sweepLeft(docker);
  const image = await actionImage(docker, { job, call, image: runs.image });
  const { 'pre-entrypoint': pre, entrypoint, 'post-entrypoint': post } = runs;
  const stages = { pre, preIf: runs['pre-if'], main: entrypoint, post, postIf: runs['post-if'] };
  return runStages({ job, call }, stages, (program, visit, state) =>
    runImage(docker, { job, call, runs, image, entrypoint: program, state }, visit),
  );
}

interface ContainerRun {
  readonly job: Job;
  readonly call: Call;
  readonly runs: DockerRuns;
  readonly image: string;
  /** Undefined: that of the image. */
  readonly entrypoint: string | undefined;
  readonly state: Readonly<Record<string, string>>;
}

/** Returns the exit code. */
async function runImage(docker: Docker, run: ContainerRun, visit: Visit): Promise<number> {
  const { onStop, containers } = run.job;
  const made = willMake(randomUUID(), containers.leases);
  const container = await docker.createContainer(optionsOf(run, visit));
  let removed: Promise<void> | undefined;
  // The end of the step and its stop may ask for it at the same time, and both wait until it is done.
  const remove = (): Promise<void> => (removed ??= removeContainer(container).then(made.isGone));
  onStop(remove);
  try {
    const [out, err] = [visit.writer(1), visit.writer(2)];
    const exitCode = await runAttached(container, (stream) => {
      docker.modem.demuxStream(stream, into(out), into(err));
      return finished(stream, { writable: false });
    });
    out.end();
    err.end();
    visit.end();
    return exitCode;
  } finally {
    await remove();
  }
}

function optionsOf(run: ContainerRun, visit: Visit): Docker.ContainerCreateOptions {
  const { job, call, runs, image, entrypoint } = run;
  const contexts = { ...contextsOf(job, call.folder), inputs: call.inputs };
  const fill = (text: string): string => fillIn(text, contexts, job);
  const home = join(job.folder, 'home');
  mkdirSync(home, { recursive: true });
  const [file = ''] = Object.values(visit.files.env);
  const outside = dirname(file);
  return {
    Image: image,
    ...(entrypoint === undefined ? {} : { Entrypoint: [entrypoint] }),
    ...(runs.args.length === 0 ? {} : { Cmd: runs.args.map(fill) }),
    Env: Object.entries(variablesOf(run, visit, fill))
      .filter(([name]) => name !== 'PATH')
      .map(([name, value]) => `${name}=${value}`),
    WorkingDir: WORKSPACE,
    Labels: ownerLabels(),
    HostConfig: {
      Mounts: [mount(job.workspace, WORKSPACE), mount(home, HOME), mount(outside, FILES)],
    },
  };
}

/** A path may hold any character here. */
function mount(Source: string, Target: string): Docker.MountConfig[number] {
  return { Type: 'bind', Source, Target };
}

function variablesOf(
  { job, call, runs, state }: ContainerRun,
  { files }: Visit,
  fill: (text: string) => string,
): Readonly<Record<string, string>> {
  const inside = Object.entries(files.env).map(([name, path]) => [
    name,
    path.replace(dirname(path), FILES),
  ]);
  const own = Object.entries(runs.env).map(([name, value]) => [name, fill(value)]);
  return {
    ...job.env,
    ...call.env,
    ...inputVariables(call.inputs),
    ...state,
    ...(Object.fromEntries([...own, ...inside]) as Record<string, string>),
    GITHUB_WORKSPACE: WORKSPACE,
    HOME,
  };
}

function into(lines: LineWriter): Writable {
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.write(chunk);
      done();
    },
  });
}
