import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = import.meta.dirname;

// The page names its files from the root of an address, and a server below a path puts that before them. Files name each
// other relative to themselves, wherever they are.
// eslint-disable-next-line import-x/no-default-export -- Vite asks for it.
export default defineConfig({
  root: here,
  base: '/',
  experimental: {
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  plugins: [react({ jsxImportSource: '#jsx' })],
  worker: { format: 'es' },
  build: {
    outDir: `${here}/../out/renderer`,
    emptyOutDir: true,
    target: 'es2023',
    // Everything is a file of its own, so that the page's policy can name 'self' and nothing else.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
  },
});
