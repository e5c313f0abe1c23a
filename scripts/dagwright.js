#!/usr/bin/env node
// @ts-check
/**
 * `dagwright` of a checkout: builds what is stale of the command line and runs it. Plain JavaScript for Node 20 and later,
 * since a linked command is run by whatever Node the machine has, and goes on under the Node of the project then.
 */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { commandParts } from './build/command-parts.js';
import { ensureBuilt } from './build/ensure-built.js';
import { fromRoot } from './build/root.js';
import { become, replaceThis } from './start/become.js';
import { commandWord } from './start/command-word.js';
import { ownNode } from './start/own-node.js';

const OLDEST_NODE = 24;

if (Number.parseInt(process.versions.node) >= OLDEST_NODE) await run();
else goOnWithOwnNode();

async function run() {
  const args = process.argv.slice(2);
  const command = commandWord(args);
  const hasPage = command === 'server' || command === 'start-all';
  const isServer = hasPage || command === 'scheduler';
  if (!ensureBuilt([...commandParts, ...(hasPage ? ['renderer'] : [])])) {
    process.exitCode = 1;
    return;
  }
  const program = fromRoot('out/cli/index.js');
  // What the look has left in memory would stay beside an idle server. A command ends sooner than Node starts again.
  if (isServer) replaceThis(process.execPath, [program, ...args]);
  await import(pathToFileURL(program).href);
}

function goOnWithOwnNode() {
  const node = ownNode();
  if (node !== null)
    return become(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
  console.error(`error: Dagwright needs Node ${OLDEST_NODE}, and this is ${process.version}.`);
  console.error(`One comes with its packages: run "npm ci" in ${fromRoot('.')}`);
  process.exitCode = 1;
}
