import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    // What scripts/build.ts bundles.
    'main/index.ts',
    'main/preload/index.ts',
    'main/engine-host/entry.ts',
    'engine/cli/index.ts',
    'engine/platform/masking/mask-filter.ts',
    'engine/platform/keychain/keychain-program.ts',
    'engine/execution/aside/aside-program.ts',
    'engine/step-programs/step-program.ts',
    // Imported by whatever has JSX: the compiler writes it.
    'renderer/jsx/*.ts',
    'engine/sync/git-process/git-program.ts',
    // Linked by index.html.
    'renderer/styles/base.css',
    // Read as text: it becomes part of the client that users copy.
    'scripts/client/runtime.ts',
    'resources/client/dagwright-client.ts',
    // Run by people.
    'scripts/*.ts',
    'scripts/samples/make-*.ts',
    // Started by scripts/mutate.ts as a process of its own, by path.
    'scripts/mutate/tester.ts',
    // Started by tests as processes of their own, by path.
    'test/support/electron/register.ts',
    'test/support/engine-process.ts',
    // Takes the place of an engine's module in tests, by vitest.config.ts.
    'test/support/built-program.ts',
    'test/engine/storage/open-database.ts',
    // Run in a browser by a test, by path.
    'test/e2e/attack.js',
  ],
  project: ['{engine,main,renderer,scripts,test}/**/*.{ts,tsx,js,css}'],
  vite: { config: ['renderer/vite.config.ts'] },
  compilers: {
    // Style sheets import each other, and the fonts from their packages.
    css: (text) =>
      [...text.matchAll(/@import\s+['"]([^'"]+)['"]/g)]
        .map(([, file]) => `import '${file}';`)
        .join(''),
  },
  // Programs of the system: Debian's, by which the tests get theirs, and those that make small disks, pipes and session buses;
  // and the one whose entries people import.
  ignoreBinaries: [
    'apt-get',
    'crontab',
    'openssl',
    'ssh-add',
    'ssh-agent',
    'ssh-keygen',
    'mount',
    'umount',
    'mkfifo',
    'dbus-daemon',
    'dbus-run-session',
    'dbus-send',
  ],
  // Makes the installers. Its program is run by hand until a script does that.
  ignoreDependencies: ['electron-builder'],
  ignoreExportsUsedInFile: { interface: true, type: true },
};

export default config;
