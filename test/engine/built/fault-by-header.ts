/**
 * Loaded by Node before a built engine: a request with the header `x-fault` meets a fault such as a library or a handler
 * could have, thrown where no handler of ours stands around it.
 */
import { readFile } from 'node:fs';
import { ServerResponse, type IncomingMessage } from 'node:http';

const TEXT = 'a fault of the test';
const fail = (): never => {
  throw new Error(TEXT);
};

const faults: Readonly<
  Record<string, (request: IncomingMessage, response: ServerResponse) => void>
> = {
  timer: () => setTimeout(fail, 1),
  turn: () => setImmediate(fail),
  tick: () => process.nextTick(fail),
  microtask: () => queueMicrotask(fail),
  promise: () => void Promise.resolve().then(fail),
  file: () => readFile('/dev/null', fail),
  data: (request) => request.on('data', fail),
  end: (request) => request.on('end', fail),
  error: (_request, response) => setTimeout(() => response.emit('error', new Error(TEXT)), 1),
  finish: (_request, response) => response.on('finish', fail),
  close: (_request, response) => response.on('close', fail),
  'after the answer': (_request, response) => response.on('close', () => setTimeout(fail, 1)),
  'in the answer': (_request, response) => {
    const { end } = response;
    // Half of it is sent, and then it fails.
    response.end = function (this: ServerResponse) {
      this.write('{');
      this.end = end;
      return fail();
    } as typeof end;
  },
};

const { setHeaders } = ServerResponse.prototype;
const armed = new WeakSet<ServerResponse>();

// The engine sets its headers first, within what it does for a request.
ServerResponse.prototype.setHeaders = function (headers) {
  const set = setHeaders.call(this, headers);
  const fault = faults[String(this.req.headers['x-fault'])];
  if (fault !== undefined && !armed.has(this)) {
    armed.add(this);
    fault(this.req, this);
  }
  return set;
};

// The fault of no request.
process.on('SIGUSR2', () => setTimeout(fail, 1));
delete process.env['NODE_OPTIONS'];
