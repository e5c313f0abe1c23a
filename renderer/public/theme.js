// Runs before the first paint, so that a chosen theme does not flash in the other one. See app/theme.ts.
try {
  const theme = localStorage.getItem('dagwright.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the page follows the system.
}
