import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type Docker from 'dockerode';
import { create } from 'tar';
import { dockerClient } from '../docker/docker-client.ts';
import { provideImage } from '../docker/image.ts';
import { ownerLabels, removeContainer, sweepContainers } from '../docker/owner.ts';
import type { DockerRuns } from './action.ts';
import { fillIn } from './expressions.ts';
import { beginVisit, contextsOf, type Job, type Visit } from './job.ts';
import type { LineWriter } from './lines.ts';
import { inputVariables, type ActionEnd, type Call } from './call.ts';

const WORKSPACE = '/github/workspace';
const HOME = '/github/home';
const FILES = '/github/file_commands';

/** Runs a container action: its image, or one that is built of its Dockerfile for this step alone. */
export async function runInContainer(job: Job, call: Call, runs: DockerRuns): Promise<ActionEnd> {
  const docker = await dockerClient(job.dockerEnv);
  await sweepContainers(docker);
  const ready = /^docker:\/\//.exec(runs.image);
  const image = ready
    ? runs.image.slice('docker://'.length)
    : await build(docker, { folder: call.folder, file: runs.image });
  try {
    const wanted = { image, pullPolicy: 'missing', platform: '', logins: [] } as const;
    if (ready) await provideImage(docker, wanted);
    return await runImage(docker, { job, call, runs, image });
  } finally {
    if (!ready) await docker.getImage(image).remove({ force: true });
  }
}

/** Returns the name of the image. @throws Error with what the build said. */
async function build(
  docker: Docker,
  { folder, file }: { readonly folder: string; readonly file: string },
): Promise<string> {
  const image = `dagwright-action:${randomUUID()}`;
  const context = create({ cwd: folder, portable: true }, ['.']);
  const stream = await docker.buildImage(context as unknown as NodeJS.ReadableStream, {
    t: image,
    dockerfile: file,
    labels: ownerLabels(),
    rm: true,
    forcerm: true,
  });
  await new Promise<void>((resolve, reject) => {
    docker.modem.followProgress(stream, (error) => {
      if (error) reject(new Error(`cannot build ${file}: ${error.message}`, { cause: error }));
      else resolve();
    });
  });
  return image;
}

interface ContainerRun {
  readonly job: Job;
  readonly call: Call;
  readonly runs: DockerRuns;
  readonly image: string;
}

async function runImage(docker: Docker, run: ContainerRun): Promise<ActionEnd> {
  const visit = beginVisit(run.job);
  const container = await docker.createContainer(optionsOf(run, visit));
  run.job.onStop(() => removeContainer(container));
  try {
    const stream = await container.attach({ stream: true, stdout: true, stderr: true });
    const [out, err] = [visit.writer(1), visit.writer(2)];
    docker.modem.demuxStream(stream, into(out), into(err));
    const printed = finished(stream, { writable: false });
    await container.start();
    await printed;
    out.end();
    err.end();
    const { StatusCode: exitCode } = (await container.wait()) as { readonly StatusCode: number };
    visit.end();
    return { exitCode, outputs: visit.outputs };
  } finally {
    await removeContainer(container);
  }
}

function optionsOf(
  { job, call, runs, image }: ContainerRun,
  visit: Visit,
): Docker.ContainerCreateOptions {
  const contexts = { ...contextsOf(job, call.folder), inputs: call.inputs };
  const fill = (text: string): string => fillIn(text, contexts, job);
  const home = join(job.folder, 'home');
  mkdirSync(home, { recursive: true });
  const [file = ''] = Object.values(visit.files.env);
  const outside = dirname(file);
  const inside = Object.entries(visit.files.env).map(([name, path]) => [
    name,
    path.replace(outside, FILES),
  ]);
  const own = Object.entries(runs.env).map(([name, value]) => [name, fill(value)]);
  const env = {
    ...job.env,
    ...call.env,
    ...inputVariables(call.inputs),
    ...(Object.fromEntries([...own, ...inside]) as Record<string, string>),
    GITHUB_WORKSPACE: WORKSPACE,
    HOME,
  };
  return {
    Image: image,
    ...(runs.entrypoint === undefined ? {} : { Entrypoint: [runs.entrypoint] }),
    ...(runs.args.length === 0 ? {} : { Cmd: runs.args.map(fill) }),
    Env: Object.entries(env)
      .filter(([name]) => name !== 'PATH')
      .map(([name, value]) => `${name}=${value}`),
    WorkingDir: WORKSPACE,
    Labels: ownerLabels(),
    HostConfig: {
      Binds: [`${job.workspace}:${WORKSPACE}`, `${home}:${HOME}`, `${outside}:${FILES}`],
    },
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
