import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve, sep } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { pageHeaders } from '#server/http/web-files.ts'

const web = resolve(import.meta.dirname, '../web')
const demonstration = join(web, 'demonstration')
const demonstrationFolder = resolve(import.meta.dirname, '../dist/demonstration')

/** The modules that open connections in the normal app, and what is in their place here. */
const replaced: Record<string, string> = {
  'main.tsx': 'main.tsx',
  'api/send.ts': 'transport.ts',
  'api/upload.ts': 'transport.ts',
  'api/refresh-session.ts': 'transport.ts',
  'session/log-out.ts': 'transport.ts',
}

/** The only way into web/demonstration: an import that leads to a replaced module is led to its replacement. */
function inBrowserTransport(): Plugin {
  const replacements = new Map(Object.entries(replaced).map(([from, to]) => [join(web, from), join(demonstration, to)]))
  return {
    name: 'in-browser-transport',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      return found && (replacements.get(found.id) ?? found)
    },
  }
}

/** Builds the web app on a transport that answers from the browser's storage. */
export async function buildDemonstration(folder = demonstrationFolder): Promise<void> {
  await build({
    configFile: false,
    root: web,
    mode: 'demonstration',
    logLevel: 'warn',
    plugins: [inBrowserTransport(), react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: { input: { app: join(web, 'app.html') } },
    },
  })
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/vnd.microsoft.icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** The app's own headers, and no connection to anywhere: what a page would send, the browser itself refuses. */
const headers = {
  ...pageHeaders,
  'content-security-policy': pageHeaders['content-security-policy'].replace("connect-src 'self'", "connect-src 'none'").replace('trusted-types service-worker', "trusted-types 'none'"),
  'cache-control': 'no-cache',
}

/** Serves the built files; every path without a file is one of the app's. */
function serveDemonstration(port: number, host = '127.0.0.1'): Promise<string> {
  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '/', 'http://demonstration')
    const file = fileAt(pathname)
    if (request.method !== 'GET' && request.method !== 'HEAD') reply.writeHead(405, headers).end()
    else if (!file) reply.writeHead(404, headers).end()
    else reply.writeHead(200, { ...headers, 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(request.method === 'HEAD' ? undefined : readFileSync(file))
  })
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, () => done(`http://${host}:${(server.address() as AddressInfo).port}`))
  })
}

function fileAt(pathname: string): string | undefined {
  if (extname(pathname) === '') return join(demonstrationFolder, 'app.html')
  const file = join(demonstrationFolder, pathname)
  return file.startsWith(demonstrationFolder + sep) && existsSync(file) ? file : undefined
}

type Sample = {
  sampleCooperative: { phone: string }
  samplePasswords: { officer: string; member: string; superAdmin: string }
  sampleOfficer: { lastName: string }
  sampleSuperAdmin: { lastName: string }
  sampleMembers: readonly { lastName: string }[]
  superAdminUsername: string
  memberPhone(number: number): string
}

if (import.meta.main) {
  const port = Number(process.env['PORT'] ?? 4173)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`The environment variable PORT must be a number from 0 to 65535, not ${process.env['PORT']}`)
  await buildDemonstration()
  const url = await serveDemonstration(port, process.env['HOST'])
  const sample = (await import(join(demonstration, 'sample-people.ts'))) as Sample
  const { samplePasswords: passwords } = sample
  console.log(`The demonstration is ready at ${url}`)
  console.log('Sample logins, each with its password or last name:')
  console.log(`  Cooperative  ${url}/login              ${sample.sampleCooperative.phone} / ${passwords.officer} or ${sample.sampleOfficer.lastName}`)
  console.log(`  Member       ${url}/member-login       ${sample.memberPhone(1)} / ${passwords.member} or ${sample.sampleMembers[0]?.lastName}`)
  console.log(`  Super admin  ${url}/super-admin/login  ${sample.superAdminUsername} / ${passwords.superAdmin} or ${sample.sampleSuperAdmin.lastName}`)
}
