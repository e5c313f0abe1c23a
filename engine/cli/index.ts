#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { keepYoungSpaceSmall } from '../lib/young-space.ts';
import { compileCacheFolder } from './compile-cache-folder.ts';
import { serviceCommands } from './service-commands.ts';

// Before anything else is loaded: what is loaded makes that space eight times as large, and should come from the cache.
// A command is over before that matters, and would collect twenty times in place of six.
if (serviceCommands.some((name) => process.argv.includes(name))) keepYoungSpaceSmall();
enableCompileCache(compileCacheFolder(process));
const { runCli } = await import('./run-cli.ts');
await runCli(process);
