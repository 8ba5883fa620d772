import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#platform/db/embedded.ts'
import { forShortLives, throwawaySettings } from './database-settings.ts'
import { prepareDataDir } from './prepared-data.ts'
import { openRunFolder } from './run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address of the tests' own PostgreSQL. Clone `template_ajose` there for a migrated database. */
    adminUrl: string
    /** Where each process writes what the database answered (seen-rows.ts). */
    rowsFolder: string
  }
}

/** One PostgreSQL for the whole run, with a migrated database that tests clone in a few milliseconds. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = await openRunFolder()
  if (run.others.length > 0) project.vitest.logger.warn(run.others.join('\n'))
  Object.assign(process.env, run.env)
  await prepareDataDir(run.path, forShortLives)
  const database = await startEmbedded(run.path, {
    throwaway: true,
    settings: { max_connections: '200', ...throwawaySettings },
  })
  await makeTemplate(database.adminUrl)
  project.provide('adminUrl', database.adminUrl)
  const rowsFolder = join(project.config.root, 'test-results/rows')
  await rm(rowsFolder, { recursive: true, force: true })
  await rm(join(project.config.root, 'test-results/cpu-times.jsonl'), { force: true })
  await mkdir(rowsFolder, { recursive: true })
  project.provide('rowsFolder', rowsFolder)
  return async () => {
    await database.stop()
    await run.close()
  }
}

/** The migrated database becomes the template, and an empty one takes its place. */
async function makeTemplate(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl.replace('/postgres?', '/template1?') })
  await client.connect()
  await client.query('ALTER DATABASE postgres RENAME TO template_ajose')
  await client.query('CREATE DATABASE postgres')
  await client.end()
}
