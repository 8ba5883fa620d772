import { renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin, preview } from 'vite'
import { pageHeaders } from '#platform/http/web-files.ts'
import type { RecordedPart, Recording } from '#dev/demonstration/recording.ts'
import { recordDemonstration } from './record-demonstration.ts'

const root = resolve(import.meta.dirname, '..')
const demonstration = join(root, 'dev/demonstration')
const demonstrationFolder = resolve(import.meta.dirname, '../dist/demonstration')

/** The modules of the normal app that open connections are replaced by the transport, and so is what starts the app. */
const replacements = new Map([
  [join(root, 'app/web/main.tsx'), join(demonstration, 'main.tsx')],
  ...[
    'ui/api/send.ts',
    'ui/api/upload.ts',
    'ui/api/follow-changes.ts',
    'ui/api/refresh-session.ts',
    'ui/session/log-out.ts',
  ].map((name) => [join(root, name), join(demonstration, 'transport.ts')] as const),
])

/** The only way into dev/demonstration: an import that leads to a replaced module is led to its replacement. */
function inBrowserTransport(): Plugin {
  return {
    name: 'in-browser-transport',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      return found && (replacements.get(found.id) ?? found)
    },
  }
}

/** Puts the recording in the place of the empty one, each part in a file of its own. */
function recordedReplies({ parts, ...rest }: Recording<RecordedPart>): Plugin {
  const prefix = '\0recorded-part:'
  return {
    name: 'recorded-replies',
    resolveId: (source) => (source.startsWith(prefix) ? source : undefined),
    load(id) {
      if (id.startsWith(prefix))
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(parts[id.slice(prefix.length)]))})`
      if (id !== join(demonstration, 'recorded.ts')) return undefined
      const loaders = Object.keys(parts).map(
        (name) => `${JSON.stringify(name)}: () => import(${JSON.stringify(prefix + name)})`,
      )
      return `export const recorded = { ...${JSON.stringify(rest)}, parts: { ${loaders.join(', ')} } }`
    },
  }
}

/** Builds the web app on a transport that answers from the recording and the browser's storage. */
export async function buildDemonstration(
  recording: Recording<RecordedPart>,
  folder = demonstrationFolder,
): Promise<void> {
  await build({
    configFile: false,
    root,
    publicDir: 'app/web/public',
    mode: 'demonstration',
    logLevel: 'warn',
    plugins: [inBrowserTransport(), recordedReplies(recording), react()],
    // No script in a page and no data: address, which the content security policy would refuse; a recorded part may be large.
    build: {
      outDir: folder,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 4000,
      rolldownOptions: { input: { app: join(root, 'app/web/app.html') } },
    },
  })
  // What a server shows at every path that has no file.
  renameSync(join(folder, 'app/web/app.html'), join(folder, 'index.html'))
}

/** The app's own headers, and no connection to anywhere: what a page would send, the browser itself refuses. */
const headers = {
  ...pageHeaders,
  'content-security-policy': pageHeaders['content-security-policy']
    .replace("connect-src 'self'", "connect-src 'none'")
    .replace('trusted-types service-worker', "trusted-types 'none'"),
  'cache-control': 'no-cache',
}

if (import.meta.main) {
  await buildDemonstration(await recordDemonstration())
  const server = await preview({
    configFile: false,
    root,
    build: { outDir: demonstrationFolder },
    preview: {
      port: Number(process.env['PORT'] ?? 4173),
      host: process.env['HOST'] ?? '127.0.0.1',
      strictPort: true,
      headers,
    },
  })
  console.log(`The demonstration is ready at ${server.resolvedUrls?.local[0]?.replace(/\/$/, '')}`)
}
