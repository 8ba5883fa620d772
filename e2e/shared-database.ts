import pg from 'pg'
import { throwawaySettings } from '#dev/testing/database-settings.ts'
import { type EmbeddedDatabase, startEmbedded } from '#platform/db/embedded.ts'

let cluster: EmbeddedDatabase | undefined
let made = 0
const names = new Map<string, string>()

/** Starts the PostgreSQL in which each server of this process has a database. What is in it, no one will miss. */
export async function openCluster(folder: string): Promise<void> {
  cluster = await startEmbedded(folder, { throwaway: true, settings: { max_connections: '300', ...throwawaySettings } })
}

/** Ends the PostgreSQL. */
export const closeCluster = (): Promise<void> | undefined => cluster?.stop()

/** Gives a data folder a database: a copy of the one that another data folder has, whose server has ended, or an empty one. */
export async function giveDatabase(dataDir: string, copied?: string): Promise<string> {
  const name = `server_${(made += 1)}`
  await administer(
    `create database ${name} template ${copied === undefined ? 'template1' : nameOf(copied)} strategy file_copy`,
  )
  names.set(dataDir, name)
  return addressOf(dataDir)
}

/** Gives the planner its statistics, as autovacuum would within seconds (platform/db/embedded-settings.ts). */
export const analyzeDatabase = (dataDir: string): Promise<void> => administer('analyze', addressOf(dataDir))

/** Removes the database of a data folder, whose server has ended. */
export async function dropDatabase(dataDir: string): Promise<void> {
  await administer(`drop database ${nameOf(dataDir)} with (force)`)
  names.delete(dataDir)
}

/** In place of a PostgreSQL of the data folder's own (platform/db/embedded-keeper.ts). */
export function keepEmbedded(dataDir: string): Promise<{ adminUrl: string; stop(): Promise<void> }> {
  return Promise.resolve({ adminUrl: addressOf(dataDir), stop: () => Promise.resolve() })
}

const addressOf = (dataDir: string) => clusterUrl().replace('/postgres?', `/${nameOf(dataDir)}?`)

function nameOf(dataDir: string): string {
  const found = names.get(dataDir)
  if (found === undefined) throw new Error(`${dataDir} has no database.`)
  return found
}

function clusterUrl(): string {
  if (!cluster) throw new Error('No PostgreSQL was started.')
  return cluster.adminUrl
}

async function administer(statement: string, connectionString = clusterUrl()): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
