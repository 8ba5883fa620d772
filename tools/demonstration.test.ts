import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { expect, test, vi } from 'vitest'
import type { Day } from '#core/calendar.ts'
import type { Logins } from '#dev/demonstration/recording.ts'
import { buildDemonstration } from './demonstration.ts'
import { atSize } from '#dev/testing/size.ts'

/** Words of the demonstration's own: its sentences, a sample surname, a password, a token, a recorded row. */
const words = [
  'This phone number is already registered.',
  'nothing leaves this browser',
  'The demonstration only shows what was recorded',
  'Onabanjo',
  'demo-officer',
  'mock-token-',
  'A recorded row',
]

function scripts(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:js|html|css)$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
}

// ASVS V15.2.3
test.runIf(atSize(false, true))(
  'the normal bundle carries no word of the demonstration, and the demonstration opens no connection',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ajose-demonstration-'))
    // As an operator's shell may be set, whose users get the production React all the same.
    vi.stubEnv('NODE_ENV', 'development')
    try {
      await build({
        configFile: resolve(import.meta.dirname, '../vite.config.ts'),
        root: resolve(import.meta.dirname, '..'),
        logLevel: 'warn',
        build: { outDir: join(folder, 'normal') },
      })
      await buildDemonstration(
        {
          day: '2026-11-21' as Day,
          logins: {} as Logins,
          parts: { 'member-records': { rows: [{ name: 'A recorded row' }], lists: {}, records: {} } },
        },
        join(folder, 'demonstration'),
      )
      const [normal, demonstration] = [scripts(join(folder, 'normal')), scripts(join(folder, 'demonstration'))]
      expect(words.filter((word) => !demonstration.includes(word))).toEqual([])
      expect([...words, 'react.dev/warnings'].filter((word) => normal.includes(word))).toEqual([])
      const connections = [
        'XMLHttpRequest',
        'text/event-stream',
        '/api/cooperatives/logout',
        '/api/cooperatives/refresh-token',
        'serviceWorker.register',
      ]
      expect(connections.filter((word) => !normal.includes(word))).toEqual([])
      expect(connections.filter((word) => demonstration.includes(word))).toEqual([])
    } finally {
      vi.unstubAllEnvs()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
