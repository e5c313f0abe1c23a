#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { keepYoungSpaceSmall } from '../lib/young-space.ts';
import { compileCacheFolder } from './compile-cache-folder.ts';

// Before anything else is loaded: what is loaded makes that space eight times as large, and should come from the cache.
keepYoungSpaceSmall();
enableCompileCache(compileCacheFolder(process));
const { runCli } = await import('./run-cli.ts');
await runCli(process);
