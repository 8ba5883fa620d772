import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { closureOf, readManifest } from './built-files.ts'
import { pathsOf } from './places.ts'

/** What starts without a network: the ways in, the members' portal, the officers' first page and collection sheet. The rest is kept when it was seen. */
const kept = [
  'app/web/app.html',
  'app/web/InstalledHome.tsx',
  'features/access/login/web/LoginPage.tsx',
  'features/access/login/web/MemberLoginPage.tsx',
  'app/web/MemberArea.tsx',
  'app/web/CoopArea.tsx',
  'features/platform-admin/cooperatives/web/DashboardPage.tsx',
  'ui/pwa/answer-store.ts',
  'ui/pwa/offline-answers.ts',
  // What these load after themselves.
  'app/web/Notices.tsx',
  'app/web/UnreadBell.tsx',
  'app/web/Shortcuts.tsx',
  'features/members/members/web/NextMeeting.tsx',
  'features/members/members/web/OwnLatest.tsx',
  'ui/parts/WaitingCard.tsx',
  'features/members/members/web/portal-api.ts',
  'features/platform-admin/cooperatives/web/FirstSteps.tsx',
  'ui/BarChart.tsx',
]
const keptFolders = [
  'features/members/members/web/Portal',
  'features/savings/contributions/web/Own',
  'features/savings/contributions/web/Collection',
  'features/savings/transactions/web/Own',
]
const plainFiles = ['app.html', 'theme.js', 'start.js', 'favicon.svg', 'manifest.webmanifest']

/** Builds /service-worker.js after the app, because it names the app's files. */
export function serviceWorker(root: string): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir = '' }) {
      await build({
        configFile: false,
        root,
        publicDir: false,
        logLevel: 'warn',
        define: {
          precached: JSON.stringify(precached(dir)),
          paths: JSON.stringify([...pathsOf(root).keys()]),
          'process.env.NODE_ENV': '"production"',
        },
        build: {
          outDir: dir,
          emptyOutDir: false,
          modulePreload: false,
          rolldownOptions: {
            input: join(root, 'ui/pwa/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'service-worker.js' },
          },
        },
      })
    },
  }
}

/** The files to keep from the first visit on; a name that carries no hash comes with the hash of its content. */
function precached(dir: string): { url: string; revision: string | null }[] {
  const manifest = readManifest(dir)
  const modules = closureOf(manifest, [
    ...kept,
    ...Object.keys(manifest).filter((key) => keptFolders.some((folder) => key.startsWith(folder))),
  ])
  const files = new Set(
    [...modules.values()]
      .flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
      .filter((file) => file.startsWith('assets/')),
  )
  return [
    ...plainFiles.map((file) => ({
      url: `/${file}`,
      revision: createHash('sha256')
        .update(readFileSync(join(dir, file)))
        .digest('hex')
        .slice(0, 16),
    })),
    ...[...files].toSorted().map((file) => ({ url: `/${file}`, revision: null })),
  ]
}
