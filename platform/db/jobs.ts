import type { TenantActor } from '#core/actor.ts'
import type { CooperativeId, ExportId, ImportId, LoginId, MemberId, ReturnId } from '#core/ids.ts'
import { isLost } from './database.ts'
import { sql } from './sql.ts'
import type { Tx } from './tx.ts'

/** Who started the work on a file, by identifiers alone: a job holds no names. */
type AuthorIds = { login: LoginId; member: MemberId | null; office: string; request: string }

export type FileJob = { cooperative: CooperativeId } & (
  | { kind: 'import'; subject: ImportId; author: AuthorIds }
  | { kind: 'return'; subject: ReturnId; author: AuthorIds }
  | { kind: 'export'; subject: ExportId; author: AuthorIds }
  | { kind: 'credits' }
)

/** Adds the work on a file to this transaction: it is done after the commit, until it has ended one way or the other. */
export async function addFileJob(
  tx: Tx,
  actor: TenantActor,
  work:
    | { kind: 'import'; subject: ImportId }
    | { kind: 'return'; subject: ReturnId }
    | { kind: 'export'; subject: ExportId },
  { requestId, fileJobsWaiting }: { requestId: string; fileJobsWaiting: () => void },
): Promise<void> {
  const author: AuthorIds = {
    login: actor.loginId,
    member: actor.memberId ?? null,
    office: actor.role === 'coop_admin' ? actor.office : 'member',
    request: requestId,
  }
  await tx.run(sql`select app.add_file_job(${work.kind}, ${work.subject}, ${JSON.stringify(author)}::jsonb)`)
  tx.afterCommit(fileJobsWaiting)
}

/** Adds the crediting of every return of this transaction's cooperative that is paid for. */
export async function addCrediting(tx: Tx, fileJobsWaiting: () => void): Promise<void> {
  await tx.run(sql`select app.add_file_job('credits', null, null)`)
  tx.afterCommit(fileJobsWaiting)
}

/** An earlier run of the same job, whose server was thought to be gone, has not ended yet. */
class RunsElsewhere extends Error {
  override name = 'RunsElsewhere'
}

/** Waits a moment for another run that works on this file, and locks it against others until this transaction ends. */
export async function lockJobFile(tx: Tx, id: ImportId | ReturnId | ExportId): Promise<void> {
  try {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`)
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === '55P03'
    throw isTaken ? new RunsElsewhere('Another run works on this file') : error
  }
}

/** Whether another run can find what this one could not: an officer is told of everything else at once. */
export function mayRunAgain(error: unknown): boolean {
  return error instanceof RunsElsewhere || isLost(error)
}
