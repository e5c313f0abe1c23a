/** When a run starts: the form asks for it, and a notification says it. */
export const texts = {
  start: 'Start',
  now: 'Now',
  later: 'At a time',
  time: 'Date and time',
  zone: (zone: string) => `Time zone: ${zone}`,
  zoneAndWait: (zone: string, wait: string) => `Time zone: ${zone} · ${wait}`,
  planned: (dag: string, starts: string, zone: string) => `${dag} ${starts} (${zone}).`,
} as const;
