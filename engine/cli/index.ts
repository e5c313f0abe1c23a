#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { compileCacheFolder } from './compile-cache-folder.ts';

// Before anything else is loaded, so that everything else comes from the cache.
enableCompileCache(compileCacheFolder(process));
const { runCli } = await import('./run-cli.ts');
await runCli(process);
