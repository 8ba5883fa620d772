import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, runnerImport } from 'vite'
import { chunkGroups } from './tools/chunks.ts'
import { firstFiles } from './tools/first-files.ts'
import { serviceWorker } from './tools/service-worker.ts'

// Absolute, because the server builds from wherever it was started.
const root = fileURLToPath(new URL('.', import.meta.url))

const site = join(root, 'site')
const isPlain = (id: string) =>
  /^core[\\/]|^features[\\/][\w-]+[\\/][\w-]+[\\/](?:rules[\\/]|[\w-]+\.ts$)|[\\/]strings\.ts$/.test(relative(root, id))
const siteStyles = ['site', 'landing', 'features', 'form', 'prose', 'check']
const siteScripts = ['enhance', 'rotation', 'contact-form', 'calculator', 'consent']
const siteInputs = [...siteScripts.map((name) => `${name}.ts`), ...siteStyles.map((name) => `${name}.css`)]

/** The public pages: rendered here once, their styles inside them, so that a browser shows them with one answer. */
function publicPages(): Plugin {
  const pictures = readdirSync(join(site, 'pictures'))
  const render = async (...given: Parameters<typeof import('#site/pages.tsx').renderPages>) => {
    const { module } = await runnerImport<typeof import('#site/pages.tsx')>(join(site, 'pages.tsx'), {
      configFile: false,
      logLevel: 'warn',
    })
    return module.renderPages(...given)
  }
  return {
    name: 'public-pages',
    buildStart() {
      if (this.environment.mode !== 'build') return
      for (const name of pictures)
        this.emitFile({ type: 'asset', name, source: readFileSync(join(site, 'pictures', name)) })
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const styles = new Map<string, string>()
        const files = new Map<string, string>()
        for (const [fileName, output] of Object.entries(bundle)) {
          if (output.type === 'chunk') files.set(output.name, `/${fileName}`)
          else
            for (const name of output.names) {
              files.set(name, `/${fileName}`)
              if (!siteStyles.some((style) => name === `site-${style}.css`)) continue
              styles.set(name, String(output.source))
              delete bundle[fileName]
            }
        }
        const found = <T>(map: Map<string, T>, name: string) =>
          map.get(name) ??
          this.error(`The public pages ask for ${name}, which was not built: ${[...map.keys()].join(', ')}`)
        const assets = {
          style: (name: string) => found(styles, `site-${name}.css`),
          script: (name: string) => found(files, `site-${name}`),
          file: (name: string) => found(files, name),
        }
        for (const page of await render(assets, new Date())) this.emitFile({ type: 'asset', ...page })
      },
    },
    /** While somebody works on the pages: the sources themselves, rendered again for each request. */
    configureServer(server) {
      const style = async (name: string) =>
        JSON.parse(
          /__vite__css = (".*")$/m.exec((await server.transformRequest(`/site/${name}.css`))?.code ?? '')?.[1] ?? '""',
        ) as string
      const file = (name: string) => (name.endsWith('.woff2') ? `/ui/fonts/${name}` : `/site/pictures/${name}`)
      const pageAt = async (path: string) => {
        const styles = new Map(await Promise.all(siteStyles.map(async (name) => [name, await style(name)] as const)))
        const pages = await render(
          { style: (name) => styles.get(name) ?? '', script: (name) => `/site/${name}.ts`, file },
          new Date(),
        )
        return pages.find(({ fileName }) => fileName === `${path === '/' ? 'index' : path.slice(1)}.html`)
      }
      server.middlewares.use((request, reply, next) => {
        const path = (request.url ?? '').split('?')[0] ?? ''
        if (!/^\/[a-z]*$/.test(path)) return next()
        pageAt(path).then(
          (page) => (page ? reply.setHeader('content-type', 'text/html; charset=utf-8').end(page.source) : next()),
          next,
        )
      })
    },
  }
}

/** The app's page is where the server looks for it, and not where its source lies. */
function appPageAtTheTop(): Plugin {
  return {
    name: 'app-page-at-the-top',
    enforce: 'post',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['app/web/app.html']
        if (page) page.fileName = 'app.html'
      },
    },
  }
}

/** What a contract says for the API document and the server's replies alone stays out of the browsers. */
function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]core[\\/]contract[\\/][\w-]+\.ts$|[\\/]features[\\/][\w-]+[\\/][\w-]+[\\/][\w-]+\.ts$/ },
      handler(code) {
        const short = code
          .replace(/^  summary:\s+(['"`])(?:\\.|(?!\1).)*\1,$/gm, "  summary: '',")
          // A browser asks only whether a call is public.
          .replace(/^  access: '(?!public)[\w.]+',$/gm, "  access: '',")
          .replace(/^  message: (['"])(?:\\.|(?!\1).)*\1,$/gm, '')
          .replace(/^  keyScope: '[\w.]+',$/gm, '')
          .replace(/^  says: (?:null|\[[^\]]*\]),\n(?:  changes: (?:\w+|\[[^\]]*\]),\n)?/gm, '')
          .replace(/^  (?:status|snapshotSeconds|bodyBytesMax|stepUp|isOwn): (?:true|[\d *]+),$/gm, '')
        if (/^  summary:(?! (?:'',|string)$)/m.test(short))
          this.error('A summary is written in a way that the build does not know')
        if (/^  (?:says|changes):(?! (?:Said$|z\.))/m.test(short))
          this.error('What a call says or changes is written in a way that the build does not know')
        return { code: short, map: null }
      },
    },
  }
}

/** Our lists have numbered pages; the library's client brings the other kind along whoever uses it. Without it they fail at once. */
function withoutInfiniteQueries(): Plugin {
  return {
    name: 'without-infinite-queries',
    apply: 'build',
    load: {
      filter: { id: /[\\/]query-core[\\/].*[\\/]infiniteQueryBehavior\.js$/ },
      handler: () =>
        `const left = undefined; export { left as infiniteQueryBehavior, left as hasNextPage, left as hasPreviousPage }`,
    },
  }
}

/** What people start is followed by ui/api/use-work.ts; the library's client asks its cache of mutations for little besides. */
function withoutMutations(): Plugin {
  return {
    name: 'without-mutations',
    apply: 'build',
    load: {
      filter: { id: /[\\/]query-core[\\/].*[\\/]mutationCache\.js$/ },
      handler: () =>
        `export class MutationCache { findAll() { return [] } resumePausedMutations() { return Promise.resolve() } clear() {} }`,
    },
  }
}

/** Our pages say themselves what is on its way and what failed: no read suspends a component, or throws where it is asked for. */
function withoutThrownQueries(): Plugin {
  return {
    name: 'without-thrown-queries',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]react-query[\\/].*[\\/]useBaseQuery\.js$/ },
      handler(code) {
        const short = code
          .replace(
            /^\s*(?:ensureSuspenseTimers|ensurePreventErrorBoundaryRetry|useClearResetErrorBoundary)\(.*\);$/gm,
            '',
          )
          .replace('const errorResetBoundary = useQueryErrorResetBoundary();', '')
          .replaceAll(/if \((?=shouldSuspend|getHasError)/g, 'if (false && ')
        if (short.split('false && ').length !== 3)
          this.error('The library throws queries in a way that the build does not know')
        return { code: short, map: null }
      },
    },
  }
}

/** The arithmetic behind blind signatures asks Node for random numbers where there are none; browsers have their own. */
function withoutNodeCrypto(): Plugin {
  return {
    name: 'without-node-crypto',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]blindrsa-ts[\\/].*[\\/]sjcl[\\/]index\.js$/ },
      handler: (code) => code.replace("require('crypto')", 'null'),
    },
  }
}

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
          if (/\.(?:js|css|html|svg|txt|webmanifest)$/.test(name))
            writeFileSync(join(dir, `${name}.br`), brotliCompressSync(readFileSync(join(dir, name))))
        }
      },
    },
  }
}

/** What every page of the app has before its first line runs. */
const started = new Set<string>()

function startedFiles(): Plugin {
  return {
    name: 'started-files',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const add = (fileName: string) => {
          const file = bundle[fileName]
          if (file?.type !== 'chunk' || started.has(fileName)) return
          started.add(fileName)
          file.imports.forEach(add)
        }
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && file.isEntry && file.name === 'app') add(file.fileName)
      },
    },
  }
}

// The names of all files are in the app's first one, so each is called by its hash alone; .vite/manifest.json says what is what.
const fileNames = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[hash:7].js',
  assetFileNames: ({ names }: { names: readonly string[] }) =>
    names[0]?.endsWith('.css') ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash:7][extname]',
}

export default defineConfig(({ command }) => {
  // Whatever a test or an operator's shell is set to, people get the production React.
  if (command === 'build') process.env['NODE_ENV'] = 'production'
  return {
    root,
    publicDir: 'app/web/public',
    // The router's library carries one for a React that had none.
    resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
    plugins: [
      react(),
      withoutSummaries(),
      withoutInfiniteQueries(),
      withoutMutations(),
      withoutThrownQueries(),
      withoutNodeCrypto(),
      publicPages(),
      appPageAtTheTop(),
      firstFiles(root),
      startedFiles(),
      serviceWorker(root),
      packed(),
    ],
    build: {
      outDir: 'dist/web',
      emptyOutDir: true,
      manifest: true,
      // The content security policy allows scripts from our own files only: no inline polyfill, no data: assets.
      // Each link costs a slow phone a millisecond, and these need none: the import itself asks for the one, and the others are here.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (file, needed, { hostType }) =>
          hostType === 'js' ? needed.filter((each) => each !== file && !started.has(each)) : needed,
      },
      assetsInlineLimit: 0,
      rolldownOptions: {
        optimization: { inlineConst: { mode: 'all', pass: 2 } },
        // Loading a module of the domain, of the contract or a catalogue does nothing: a chunk asks only for those that it takes something from.
        treeshake: { moduleSideEffects: (id) => (isPlain(id) ? false : undefined) },
        input: {
          app: join(root, 'app/web/app.html'),
          ...Object.fromEntries(siteInputs.map((name) => [`site-${name.replace(/\.\w+$/, '')}`, join(site, name)])),
        },
        output: { ...fileNames, codeSplitting: { groups: chunkGroups(root), includeDependenciesRecursively: false } },
      },
    },
    server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
  }
})
