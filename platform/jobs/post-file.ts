import { sentenceOf } from '#core/contract/refusals.ts'
import type { TenantActor } from '#core/actor.ts'
import type { ImportId, ReturnId } from '#core/ids.ts'
import { Refusal } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Scope } from '#platform/db/database.ts'
import { lockJobFile, mayRunAgain } from '#platform/db/jobs.ts'
import type { Tx } from '#platform/db/tx.ts'
import { progressWriter } from './progress.ts'

const timeoutSeconds = 300

/** One kind of file, and where its progress and outcome are kept. */
type Files<Id, Found> = {
  /** What a file is called in the log, such as "an import". */
  kind: string
  find: (tx: Tx, id: Id) => Promise<Found>
  setProgress: (tx: Tx, id: Id, progress: number) => Promise<void>
  markFailed: (tx: Tx, id: Id, failure: string) => Promise<void>
  /** What a person is told when only we can do something about it. */
  bugSentence: string
}

/**
 * Posts a whole file in one transaction, so that all of its rows are stored or none, and tells the progress through others.
 * Who pressed the button has had their answer, and reads the outcome on the file. Throws where the database was lost: it may
 * run again at any time, and posts what is not posted yet. Answers whether the file was posted, now or by an earlier run.
 */
export async function postFile<Id extends ImportId | ReturnId, Found extends { status: string }>(
  { database, log, requestId }: Context,
  { cooperativeId }: TenantActor,
  id: Id,
  { kind, find, setProgress, markFailed, bugSentence }: Files<Id, Found>,
  post: (tx: Tx, found: Found, report: (progress: number) => void) => Promise<void>,
): Promise<boolean> {
  const scope: Scope = { cooperativeId, role: 'job' }
  const report = progressWriter((progress) => database.tenant(scope, (tx) => setProgress(tx, id, progress)))
  try {
    await database.tenant(
      scope,
      async (tx) => {
        await lockJobFile(tx, id)
        const found = await find(tx, id)
        // An earlier run may have ended it without having heard so.
        if (found.status === 'posting') await post(tx, found, report)
      },
      { timeoutSeconds },
    )
    return true
  } catch (error) {
    if (mayRunAgain(error)) throw error
    if (!(error instanceof Refusal)) log.error({ err: error, requestId, id }, `${kind} could not be posted`)
    const failure = error instanceof Refusal ? sentenceOf(error) : bugSentence
    await database.tenant(scope, (tx) => markFailed(tx, id, failure))
    return false
  }
}
