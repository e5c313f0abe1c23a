// The door for a program that serves an engine.
export { loadLiveConfig } from '../config/live-config.ts';
export { StartError } from '../lib/start-error.ts';
export { hostServer } from './host-server.ts';
