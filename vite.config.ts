import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// Absolute, because the server builds from wherever it was started.
const web = fileURLToPath(new URL('web', import.meta.url))

/**
 * Pages stay lazy chunks of their own. What they share is gathered in three files instead of fifty small ones, which
 * compress badly and cost a request each: what the pages before login need, how data comes, what the areas are made of.
 * Loans and the configuration stay with the few pages that speak of them.
 */
const groups = [
  {
    name: 'outside',
    priority: 3,
    test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|react-hot-toast|@tanstack[\\/](router-core|react-router|history|store|react-store))[\\/]|web[\\/]ui[\\/](Button|Icon|Field|TextField|PasswordField|PasswordAdvice|Checkbox|Dialog|Form|Banner|EntryFrame|Logo|ThemeToggle|theme|toast|Toaster|page-title)\.|web[\\/]app[\\/](ErrorScreen|LoadingScreen)\.|web[\\/]session[\\/]|web[\\/]api[\\/](api-error|new-key|use-action)\.|domain[\\/]phone\./,
  },
  { name: 'data', priority: 2, minShareCount: 2, test: /node_modules[\\/](zod|@tanstack[\\/](query-core|react-query))[\\/]|[\\/]contract[\\/](?!loans\.|configuration\.)|web[\\/]api[\\/]/ },
  { name: 'inside', priority: 1, minShareCount: 3, test: /web[\\/](ui|app)[\\/]|lucide-react|[\\/]domain[\\/](?!loans[\\/]|configuration[\\/])/ },
]

/** Packs every text file once, at the best setting, so that the server packs nothing while somebody waits. */
function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (/\.(?:js|css|html|svg|txt)$/.test(name)) writeFileSync(join(dir, `${name}.br`), brotliCompressSync(readFileSync(join(dir, name))))
      }
    },
  }
}

export default defineConfig({
  root: web,
  plugins: [react(), packed()],
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
