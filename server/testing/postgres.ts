import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/db/embedded.ts'
import { isAlive } from '#server/db/process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address of the tests' own PostgreSQL. Clone `template_ajose` there for a migrated database. */
    adminUrl: string
  }
}

const prefix = 'ajose-tests-'

/** One PostgreSQL for the whole run, with a migrated database that tests clone in a few milliseconds. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers()
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  const database = await startEmbedded(folder, { throwaway: true, settings: { max_connections: '200' } })
  await makeTemplate(database.adminUrl)
  project.provide('adminUrl', database.adminUrl)
  return async () => {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function makeTemplate(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query('CREATE DATABASE template_ajose')
  await client.end()

  const migrator = new URL('../db/migrate.ts', import.meta.url)
  if (!existsSync(migrator)) return
  const { migrate } = (await import(migrator.href)) as { migrate: (adminUrl: string) => Promise<unknown> }
  await migrate(adminUrl.replace('/postgres?', '/template_ajose?'))
}

/** A killed run leaves its PostgreSQL behind, in a folder that bears the pid of that run. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(name.startsWith(prefix) && name.slice(prefix.length).split('-')[0])
    if (!pid || isAlive(pid)) continue
    const folder = join(tmpdir(), name)
    if (existsSync(join(folder, 'postgres/data'))) await (await startEmbedded(folder, { throwaway: true })).stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
