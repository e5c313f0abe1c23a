import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isProtectedName, protectedNames } from '../../../engine/dag/protected-names.ts';

describe('a protected name', () => {
  it.each([
    ...['PATH', 'HOME', 'SHELL', 'BASH_ENV', 'ENV', 'PS4', 'PROMPT_COMMAND', 'SHELLOPTS', 'IFS'],
    ...['LD_PRELOAD', 'LD_LIBRARY_PATH', 'DYLD_INSERT_LIBRARIES', 'GLIBC_TUNABLES', 'GCONV_PATH'],
    ...['BASH_FUNC_echo%%', 'NODE_OPTIONS', 'NODE_PATH', 'npm_config_script_shell'],
    ...['PYTHONSTARTUP', 'PYTHONPATH', 'PYTHONHOME', 'PERL5OPT', 'PERL5LIB', 'PERL5DB'],
    ...['RUBYOPT', 'RUBYLIB', 'JAVA_TOOL_OPTIONS', '_JAVA_OPTIONS', 'JDK_JAVA_OPTIONS'],
    ...['GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_EXTERNAL_DIFF', 'GIT_PAGER', 'GIT_CONFIG_COUNT'],
    ...['GIT_CONFIG_KEY_0', 'GIT_ASKPASS', 'SSH_ASKPASS', 'PAGER', 'EDITOR', 'VISUAL', 'BROWSER'],
    ...['DOTNET_STARTUP_HOOKS', 'CORECLR_PROFILER_PATH', 'GOFLAGS', 'RUSTC_WRAPPER', 'MAKEFLAGS'],
    ...['R_PROFILE_USER', 'LUA_INIT_5_4', 'ERL_AFLAGS', 'PHPRC', 'ZDOTDIR', 'SVC_CONFIG'],
    ...['CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER', 'DBUS_SESSION_BUS_ADDRESS'],
  ])('is %s', (name) => {
    expect(isProtectedName(name)).toBe(true);
  });

  it.each([
    ...['path', 'home', 'env', 'Env', 'ENVIRONMENT', 'MY_PATH', 'PATHS', 'CC', 'LD', 'TZ', 'LANG'],
    ...['LC_ALL', 'USER', 'GIT_BRANCH', 'GIT_COMMIT', 'PYTHON_VERSION', 'NODE_ENV', 'NODE_VERSION'],
    ...[
      'JAVA_VERSION',
      'DOTNET_VERSION',
      'R_VERSION',
      'CARGO_TARGET_DIR',
      'MY_BASH_ENV',
      'X\nPATH',
    ],
    ...['WEBHOOK_PAYLOAD', 'ITEM', 'DAG_NAME', 'SVC_NAME', 'TMPDIR', 'HTTP_PROXY', '', '1'],
  ])('is not %j', (name) => {
    expect(isProtectedName(name)).toBe(false);
  });

  it('is what the list says, whatever stands for its stars', () => {
    const names = protectedNames.flatMap((group) => group.names);
    const anyPart = fc.string().map((part) => part.replaceAll('*', ''));

    fc.assert(
      fc.property(fc.constantFrom(...names), anyPart, (name, part) => {
        expect(isProtectedName(name.replaceAll('*', part))).toBe(true);
      }),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it('is told at once, however long it is', () => {
    const long = '_PAGER'.repeat(200_000);

    expect([isProtectedName(`${long}_`), isProtectedName(long)]).toEqual([false, true]);
  });
});
