#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { compileCacheFolder } from './compile-cache-folder.ts';

enableCompileCache(compileCacheFolder(process));
const { runCli } = await import('./run-cli.ts');
await runCli(process);
