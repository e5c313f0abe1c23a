import { text } from 'node:stream/consumers';
import { systemClock } from '../platform/system-clock.ts';
import type { CliContext } from './cli.ts';
import { bearLostOutput } from './lost-output.ts';
import { createProgram } from './program.ts';
import { reportError } from './report-error.ts';
import { createAskSecret, createConfirm, createOutput } from './terminal.ts';

/** Runs one command line. Sets the exit code and leaves the ending to Node, so that nothing written gets lost. */
export async function runCli(context: NodeJS.Process): Promise<void> {
  const cli = createCli(context);
  const program = createProgram(cli, context.argv[2]);
  let writeProfile = async (): Promise<void> => undefined;
  program.hook('preAction', async () => {
    if (program.getOptionValue('cpuProfile') === true) writeProfile = await profileThis();
  });
  try {
    await program.parseAsync(context.argv).finally(() => writeProfile());
  } catch (error) {
    cli.setExitCode(reportError(error, cli.err, Boolean(program.opts()['debug'])));
  }
}

async function profileThis(): Promise<() => Promise<void>> {
  const { startCpuProfile } = await import('../platform/cpu-profile.ts');
  const write = await startCpuProfile();
  return () => write('dagwright.cpuprofile');
}

function createCli(context: NodeJS.Process): CliContext {
  const { env, stdin, stdout, stderr } = context;
  return {
    out: createOutput(stdout, env),
    err: createOutput(stderr, env),
    isOutputLost: bearLostOutput(context),
    env,
    clock: systemClock,
    confirm: createConfirm(stdin, stderr),
    askSecret: createAskSecret(stdin, stderr),
    readStdin: () => text(stdin),
    onSignal: (listener) => {
      context.on('SIGINT', listener).on('SIGTERM', listener);
      return () => context.off('SIGINT', listener).off('SIGTERM', listener);
    },
    setExitCode: (code) => {
      context.exitCode = code;
    },
    exit: (code) => context.exit(code),
  };
}
