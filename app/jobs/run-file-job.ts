import { everything } from '#core/contract/live.ts'
import type { CooperativeActor } from '#core/actor.ts'
import type { MemberId, SessionId } from '#core/ids.ts'
import type { Context, Services } from '#platform/context.ts'
import type { FileJob } from '#platform/db/jobs.ts'
import { alsoOwn } from '#platform/db/also-own.ts'
import { sql } from '#platform/db/sql.ts'
import { creditPaidReturns, giveUpReturn, runReturn } from '#features/payroll/returns/server/jobs.ts'
import { giveUpExport, runExport } from '#features/society/exports/server/jobs.ts'
import { giveUpImport, runImport } from '#features/society/imports/server/run-import.ts'
import { type Hint, hints } from '#platform/live/hints.ts'

/** Works on what an officer has started. Throws where another try can help. */
export async function runFileJob(services: Services, job: FileJob): Promise<void> {
  await work(services, job)
  hints.publish({
    topics: [everything],
    cooperativeId: job.cooperative,
    officers: true,
    members: job.kind === 'export' ? [] : 'all',
  } satisfies Hint)
}

async function work(services: Services, job: FileJob): Promise<void> {
  if (job.kind === 'credits') return creditPaidReturns(services.database, job.cooperative, new Date())
  const actor = await findAuthor(services, job)
  const context: Context = { ...services, requestId: job.author.request, now: new Date() }
  if (job.kind === 'export') return runExport(context, actor, job.subject)
  return job.kind === 'import' ? runImport(context, actor, job.subject) : runReturn(context, actor, job.subject)
}

/** What failed at every try says so to its officers, who can start it again. */
export async function giveUpFileJob({ database }: Services, job: FileJob): Promise<void> {
  // What is to be credited is looked for by the regular job.
  if (job.kind === 'import') await giveUpImport(database, job.cooperative, job.subject)
  if (job.kind === 'export') await giveUpExport(database, job.cooperative, job.subject)
  if (job.kind === 'return') await giveUpReturn(database, job.cooperative, job.subject)
}

/** The officer as they were when they started it, also where their session or office has ended since. */
async function findAuthor(
  { database }: Services,
  { cooperative, author }: Exclude<FileJob, { kind: 'credits' }>,
): Promise<CooperativeActor> {
  const { login: loginId, member, office } = author
  const { name, own } = await database.auth((tx) =>
    tx.one<{ name: string; own: MemberId[] | null }>(sql`
      select coalesce(m.first_name || ' ' || m.last_name, l.acts_as) as name,
        ${alsoOwn(sql`${cooperative}::uuid`)} as own from platform.login l
      left join app.member m on m.cooperative_id = ${cooperative} and m.member_id = ${member}
      where l.login_id = ${loginId}`),
  )
  return {
    role: 'coop_admin',
    cooperativeId: cooperative,
    cooperativeStatus: 'active',
    loginId,
    // No session is behind it any more.
    sessionId: '' as SessionId,
    name,
    memberId: member ?? undefined,
    ...(own && { alsoOwn: own }),
    office: office as CooperativeActor['office'],
  }
}
