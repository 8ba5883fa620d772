import pg from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'
import type { RunningServer } from './server.ts'

/** As if the society had recorded each of its members on the day on which they joined, and made inactive then who is: bye-laws count from there. */
export async function recordWhenJoined({ dataDir }: Pick<RunningServer, 'dataDir'>): Promise<void> {
  const client = new pg.Client((await startEmbedded(dataDir)).adminUrl)
  await client.connect()
  await client.query(
    "update app.member set created_at = registration_date, inactive_since = case when status = 'inactive' then registration_date end",
  )
  await client.end()
}
