import type pg from 'pg'
import { fillCount } from '#core/fill.ts'
import { connectAsAdministrator } from '#platform/db/administrator.ts'
import { runCommand, withDatabase } from './operator-command.ts'

const warning = `This is for a server whose secret (APP_SECRET, or the file secret in DATA_DIR) is lost for good. The money and the books
are untouched, but what was made under that secret opens nothing any more:
  - two-step verification by authenticator app ends for everybody who uses it, and is set up again at the next login;
  - recovery codes, and codes that were sent or printed and not used yet, are void and have to be made again;
  - secret votes that are open sign no more ballots; officers cancel them and open them again;
  - keys at a payment provider for payouts, and webhooks with what they have not delivered yet, end; officers set them up again;
  - members get new tokens for messages without a name, in place of those that they have not used;
  - messages that failed can't be sent again.
The officers of each society read in their notifications what they have to set up again.
Stop the server first. If that is what you want: npm run lost-secret -- --yes`

/** What opens nothing any more, by the word in the report, and how it ends. None of it is an entry of the books. */
const endings: readonly { what: string; statement: string }[] = [
  { what: 'authenticator app|authenticator apps', statement: 'delete from platform.authenticator' },
  { what: 'recovery code|recovery codes', statement: 'delete from platform.recovery_code' },
  { what: 'open secret vote|open secret votes', statement: 'delete from app.vote_key' },
  {
    what: 'payout key|payout keys',
    statement: 'update app.payout_key set sealed_key = null, ended_at = clock_timestamp() where ended_at is null',
  },
  { what: 'webhook|webhooks', statement: 'delete from app.webhook' },
  // With the batches that were signed, so that members get new tokens for this month.
  {
    what: 'key of messages without a name|keys of messages without a name',
    statement: 'delete from app.enquiry_key where sealed is not null',
  },
  {
    what: 'message to send again|messages to send again',
    statement: `update platform.message set sealed_text = null,
      gave_up_at = case when sent_at is null then coalesce(gave_up_at, now()) end,
      failure = case when sent_at is null and gave_up_at is null then 'The text can’t be read any more' else failure end
      where sealed_text is not null`,
  },
]

/** What officers are told before it ends: of each society, what it has to set up again and where. */
const notices = `
  select k.cooperative_id, '/coop/financial-operations/setup?tab=banks' as link,
    'The Paystack key ending ' || k.key_end || ' has ended, because the server’s secret was replaced. Enter it again; payments that are on their way are then followed up.' as message
  from app.payout_key k where k.ended_at is null
  union all
  select w.cooperative_id, '/coop/settings?tab=integrations',
    'The webhook to ' || substring(w.url from '://([^/?#]+)') || ' has ended, because the server’s secret was replaced. Add it again and give its receiver the new secret.'
  from app.webhook w
  union all
  select v.cooperative_id, '/coop/governance/votes/' || v.vote_id,
    'The secret vote “' || v.wording || '” can’t take more ballots, because the server’s secret was replaced. Cancel it and open it again.'
  from app.vote_key k join app.vote v using (cooperative_id, vote_id) where v.status = 'open'`

/** Lets the database be opened with a new secret, ends what the lost one protected and tells officers. Answers how much of each has ended. */
export async function forgetSecret(adminUrl: string): Promise<string[]> {
  const client = await connectAsAdministrator(adminUrl, 'ajose lost-secret')
  try {
    await client.query('begin')
    await client.query('delete from migration.data_key')
    await client.query(`
      insert into app.officer_notification (cooperative_id, notification_id, type, message, link)
      select n.cooperative_id, gen_random_uuid(), 'warning', n.message, n.link from (${notices}) n`)
    // Whose a key was is known by a hash that can't be made any more.
    await client.query("delete from platform.provider_holding where kind = 'key'")
    const ended = await endAll(client)
    await client.query('commit')
    return ended
  } finally {
    await client.end()
  }
}

async function endAll(client: pg.Client): Promise<string[]> {
  const ended: string[] = []
  for (const { what, statement } of endings) {
    const { rowCount } = await client.query(statement)
    const [one = '', more = one] = what.split('|')
    if (rowCount) ended.push(fillCount(rowCount, `{count} ${one}|{count} ${more}`))
  }
  return ended
}

async function main(isMeant: boolean): Promise<boolean> {
  if (!isMeant) {
    console.log(warning)
    return false
  }
  const ended = await withDatabase(forgetSecret)
  const what = ended.length > 0 ? ended.join(', ') : 'nothing'
  console.log(`The database takes a new secret at the next start. Ended: ${what}.`)
  return true
}

if (import.meta.main) await runCommand(warning, { flags: ['yes'] }, ({ flags }) => main(flags.has('yes')))
