import pg from 'pg'
import { runCommand, withDatabase } from './operator-command.ts'

const usage = `Ends every session, API key and webhook, after a database was restored by other means than ours: npm run end-access
Everybody logs in again.`

/**
 * Every session ends on what came back, because one that was ended later would be open again. The same is so of API keys and
 * webhooks where an earlier moment came back, whose makers may have left their office since.
 */
export async function endAccess(adminUrl: string, isEarlier: boolean, say: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'ajose end-access' })
  await client.connect()
  try {
    const sessions = await client.query(
      "update platform.session set ended_at = now(), end_reason = 'restored' where ended_at is null",
    )
    say(`Sessions ended: ${sessions.rowCount}. Everybody logs in again.`)
    if (!isEarlier) return
    const keys = await client.query('update app.api_key set revoked_at = now() where revoked_at is null')
    const webhooks = await client.query('update app.webhook set switched_off_at = now() where switched_off_at is null')
    say(
      `API keys revoked: ${keys.rowCount}, webhooks switched off: ${webhooks.rowCount}. Offices are those of that time: end again those that have ended since.`,
    )
  } finally {
    await client.end()
  }
}

/** For a database that was restored by other means than ours, which is always one of an earlier moment. */
if (import.meta.main)
  await runCommand(usage, {}, () =>
    withDatabase(async (adminUrl) => {
      await endAccess(adminUrl, true, (line) => console.log(line))
      return true
    }),
  )
