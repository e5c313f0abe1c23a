/** Commands that run an engine until somebody ends it. All others end by themselves, most of them at once. */
export const serviceCommands = ['server', 'start-all', 'scheduler'] as const;
