/** Every text that the app itself says: menus, dialogs of the system, and why the engine cannot be asked. */
export const texts = {
  appName: 'Dagwright',

  menu: {
    file: '&File',
    view: '&View',
    newDag: 'New DAG',
    search: 'Search',
    reloadEngineState: 'Reload Engine State',
  },

  quit: {
    title: 'Quit Dagwright',
    message: (steps: number) =>
      steps === 1 ? '1 step is still running' : `${steps} steps are still running`,
    detail:
      'Quitting does not stop running steps. The next time you start Dagwright, it picks up their output and ' +
      'results. Later steps and schedules wait until then.',
    confirm: 'Quit',
    cancel: 'Cancel',
  },

  unsaved: {
    title: 'Unsaved changes',
    message: 'You have unsaved changes',
    detail: 'If you leave this page, your changes are lost.',
    discard: 'Discard changes',
    cancel: 'Cancel',
  },

  engine: {
    processName: 'Dagwright engine',
    restarting: (code: number, seconds: number) =>
      `The engine stopped unexpectedly (exit code ${code}). It restarts in ${seconds} s. Running steps continue.`,
    gaveUp: (code: number, ends: number) =>
      `The engine stopped ${ends} times in a row, most recently with exit code ${code}, and does not restart by itself. ` +
      'To try again, choose Reload Engine State in the View menu.',
    unavailable: {
      starting: 'The engine is starting. Try again in a moment.',
      restarting: 'The engine is restarting. Try again in a moment.',
      draining: 'The engine is stopping. Start Dagwright again to continue.',
      ready: 'The engine did not receive the request. Try again in a moment.',
      failed: 'The engine could not start. The top of the window says why.',
    },
  },

  calls: {
    forbiddenPage: 'This page is not allowed to use the engine.',
    unknownOperation: 'Unknown operation.',
    unknownOperationNamed: (name: string) => `Unknown operation "${name}".`,
  },

  files: {
    methodNotAllowed: 'Method not allowed',
    notFound: 'Not found',
  },
} as const;
