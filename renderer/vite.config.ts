import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = import.meta.dirname;

// The page is served from the root of an address, over HTTP and by the app's own protocol alike.
// eslint-disable-next-line import-x/no-default-export -- Vite asks for it.
export default defineConfig({
  root: here,
  base: '/',
  plugins: [react()],
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
