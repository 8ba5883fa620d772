import type { Logger } from 'pino'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { isAlive } from './process.ts'

const lookMilliseconds = 250

/**
 * The embedded database, and somebody who looks after it: if its process dies, it is started again on the same socket
 * with the same password, and the pools find it there.
 */
export async function keepEmbedded(dataDir: string, log: Logger): Promise<{ adminUrl: string; stop(): Promise<void> }> {
  let database: EmbeddedDatabase = await startEmbedded(dataDir)
  let starting: Promise<void> | undefined
  const restart = async () => {
    log.error({ pid: database.pid }, 'the database process died and is started again')
    try {
      database = await startEmbedded(dataDir)
    } catch (error) {
      // The next look tries again; until then requests are answered with 503.
      log.error({ err: error }, 'the database could not be started')
    }
  }
  const timer = setInterval(() => {
    if (starting || isAlive(database.pid)) return
    starting = restart().finally(() => {
      starting = undefined
    })
  }, lookMilliseconds)
  return {
    adminUrl: database.adminUrl,
    async stop() {
      clearInterval(timer)
      await starting
      await database.stop()
    },
  }
}
