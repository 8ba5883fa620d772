import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { serviceWorker } from './tools/service-worker.ts'

// Absolute, because the server builds from wherever it was started.
const web = fileURLToPath(new URL('web', import.meta.url))

/**
 * Pages stay lazy chunks of their own. What they share is gathered in a few files instead of fifty small ones, which
 * compress badly and cost a request each: what the pages before login need, how data is kept, what the areas are made
 * of, and one file for each contract.
 */
const groups = [
  {
    name: 'outside',
    priority: 4,
    test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|react-hot-toast|wouter|zod)[\\/]|lucide[\\/]dist[\\/]esm[\\/]icons[\\/](check|chevron-down|chevron-left|chevron-right|circle-dashed|file-up|search)\.|web[\\/]ui[\\/](Button|Icon|Field|TextField|Dialog|Form|Banner|Checkbox|Select|format|Logo|ThemeToggle|theme|toast|Toaster|page-title)\.|web[\\/]app[\\/](ErrorScreen|LoadingScreen)\.|web[\\/](session|router)[\\/]|web[\\/]api[\\/](?!upload|download|use-arrival)|preload-helper|contract[\\/](endpoint|fields|sessions)\.|domain[\\/](phone|money|calendar|ids)\./,
  },
  { name: 'entry', priority: 3, test: /web[\\/]ui[\\/](EntryFrame|PasswordField|PasswordAdvice|ThirdPartyLinks)\.|web[\\/]api[\\/]use-arrival\./ },
  // Only who fills in a form needs its rarer fields.
  { name: 'filling', priority: 2, test: /web[\\/]ui[\\/](MoneyField|FileDrop|ProgressBar|Combobox|MonthPicker|Stepper|Fold)\./ },
  { name: 'inside', priority: 1, minShareCount: 3, test: /node_modules[\\/](lucide|@tanstack)[\\/]|web[\\/](ui|app|api)[\\/]|[\\/]domain[\\/]/ },
  { name: (id: string) => /[\\/](contract[\\/]\w+)\.ts$/.exec(id)?.[1]?.replace(/[\\/]/, '-') ?? null, debugName: 'contracts', priority: 0 },
]

/** Packs every text file once, at the best setting, so that the server packs nothing while somebody waits. */
function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    // After everybody else: the service worker is written last.
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = '' }) {
        for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
          if (/\.(?:js|css|html|svg|txt|webmanifest)$/.test(name)) writeFileSync(join(dir, `${name}.br`), brotliCompressSync(readFileSync(join(dir, name))))
        }
      },
    },
  }
}

export default defineConfig({
  root: web,
  plugins: [react(), serviceWorker(web), packed()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows scripts from our own files only: no inline polyfill, no data: assets.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { input: { index: `${web}/index.html`, app: `${web}/app.html` }, output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
