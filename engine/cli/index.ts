#!/usr/bin/env node
import { keepCompiledCode } from './keep-compiled-code.ts';

keepCompiledCode(process);
const { runCli } = await import('./run-cli.ts');
await runCli(process);
