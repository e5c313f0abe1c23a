import { EventEmitter } from 'node:events';
import type { ParentPort } from 'electron';

// Loaded before the entry of a utility process: gives it the port to main that Electron gives it.
class ParentPortStandIn extends EventEmitter implements Pick<ParentPort, 'postMessage'> {
  postMessage(message: unknown): void {
    process.send?.(message);
  }
}

const port = new ParentPortStandIn();
process.on('message', (data) => port.emit('message', { data, ports: [] }));
// A utility process does not outlive its app, however the app ended.
process.on('disconnect', () => process.exit(1));
process.parentPort = port as ParentPort;
