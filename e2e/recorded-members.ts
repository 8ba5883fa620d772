import pg from 'pg'
import type { RunningServer } from './server.ts'

/** As if the society had recorded each of its members on the day on which they joined, and made inactive then who is: bye-laws count from there. */
export async function recordWhenJoined(server: Pick<RunningServer, 'adminUrl'>): Promise<void> {
  const client = new pg.Client(await server.adminUrl())
  await client.connect()
  await client.query(
    "update app.member set created_at = registration_date, inactive_since = case when status = 'inactive' then registration_date end",
  )
  await client.end()
}
