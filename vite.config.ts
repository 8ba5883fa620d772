import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Absolute, because the server builds from wherever it was started.
const web = fileURLToPath(new URL('web', import.meta.url))

export default defineConfig({
  root: web,
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows scripts from our own files only: no inline polyfill, no data: assets.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { input: { index: `${web}/index.html`, app: `${web}/app.html` } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
