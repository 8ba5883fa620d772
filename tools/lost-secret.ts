import { connectAsAdministrator } from '#server/db/administrator.ts'
import { runCommand, withDatabase } from './operator-command.ts'

const warning = `This is for a server whose secret (APP_SECRET, or the file secret in DATA_DIR) is lost for good. The money and the books
are untouched, but what was made under that secret opens nothing any more:
  - two-step verification by authenticator app ends for everybody who uses it, and is set up again at the next login;
  - recovery codes, and codes that were sent or printed and not used yet, are void and have to be made again;
  - secret votes that are open sign no more ballots; cancel them and open them again;
  - webhooks are removed and have to be added again, and a society that pays through its own provider account enters the key again;
  - members draw new tokens for messages without a name, and failed messages are not sent again.
Stop the server first. If that is what you want: npm run lost-secret -- --yes`

/** Lets the database be opened with a new secret, and takes away what the lost one protected. Answers how many authenticator apps ended. */
export async function forgetSecret(adminUrl: string): Promise<number> {
  const client = await connectAsAdministrator(adminUrl, 'ajose lost-secret')
  try {
    await client.query('begin')
    await client.query('delete from migration.data_key')
    const { rowCount } = await client.query('delete from platform.authenticator')
    await client.query('delete from platform.recovery_code')
    await client.query('delete from app.vote_key')
    await client.query('delete from app.enquiry_key')
    await client.query('delete from app.webhook')
    await client.query(
      'update app.payout_key set sealed_key = null, ended_at = clock_timestamp() where sealed_key is not null',
    )
    // One that waits to be sent again has no other text.
    await client.query(
      'update platform.message set sealed_text = null, gave_up_at = case when sent_at is null then coalesce(gave_up_at, now()) end where sealed_text is not null',
    )
    await client.query('commit')
    return rowCount ?? 0
  } finally {
    await client.end()
  }
}

async function main(): Promise<boolean> {
  if (process.argv[2] !== '--yes') {
    console.log(warning)
    return false
  }
  const ended = await withDatabase(forgetSecret)
  console.log(`The database takes a new secret at the next start. ${ended} authenticator apps have ended.`)
  return true
}

if (import.meta.main) await runCommand(main)
