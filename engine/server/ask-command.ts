import { forgetSecrets } from '../config/secret-variables.ts';
import { EngineError, fromWireError } from '../contract/errors.ts';
import type { EngineClient } from '../contract/client.ts';
import type { OperationOutput } from '../contract/operations.ts';
import type { Endpoint } from '../platform/endpoint-file.ts';
import {
  COMMAND_PATH,
  ENDING_STATUS,
  SERVICE_STATUS,
  type CommandAnswer,
  type CommandRequest,
  type NamedRun,
} from './command-request.ts';
import { EngineLost, lostEngine } from './engine-lost.ts';
import { socketFetch } from './socket-fetch.ts';

/** The engine of another command. All of it throws EngineLost when that command has ended. */
export interface CommandEngine {
  readonly call: EngineClient['call'];
  /** As of an engine. */
  readonly resume: (run: NamedRun) => Promise<void>;
  /** Asks it to let go of the home, as soon as its command allows. */
  readonly handOver: () => Promise<void>;
}

export interface CommandWay {
  readonly dataDir: string;
  readonly endpoint: Endpoint;
  readonly socket: string;
}

/** Asks the engine of a command by its socket. */
export function commandEngine(way: CommandWay): CommandEngine {
  const ask = async (request: CommandRequest): Promise<unknown> => {
    const answer = await answerTo(way, request);
    if ('error' in answer) throw fromWireError(answer.error);
    return answer.output;
  };
  return {
    call: async (name, input) =>
      (await ask({
        ask: 'call',
        name,
        input,
        environment: environmentForSteps(),
      })) as OperationOutput<typeof name>,
    resume: async (run) => void (await ask({ ask: 'resume', run })),
    handOver: async () => void (await ask({ ask: 'hand over' })),
  };
}

/** Nothing in it may be what no step may see. */
function environmentForSteps(): NodeJS.ProcessEnv {
  const environment = { ...process.env };
  forgetSecrets(environment);
  return environment;
}

async function answerTo(way: CommandWay, request: CommandRequest): Promise<CommandAnswer> {
  const { status, text } = await send(way, JSON.stringify(request));
  if (status === ENDING_STATUS || status === SERVICE_STATUS) throw new EngineLost(false);
  if (status !== 200)
    throw new EngineError('service_unavailable', `It answered ${status}: ${text}`);
  return JSON.parse(text) as CommandAnswer;
}

async function send({ dataDir, endpoint, socket }: CommandWay, body: string) {
  const headers = { 'Content-Type': 'application/json' };
  try {
    const init = { method: 'POST', headers, body };
    const response = await socketFetch(socket)(`http://localhost${COMMAND_PATH}`, init);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw lostEngine(dataDir, endpoint, error);
  }
}
