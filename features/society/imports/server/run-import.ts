import type { NewMember } from '#features/members/members/member-changes.ts'
import { sentenceOf } from '#core/contract/refusals.ts'
import type { TenantActor } from '#core/actor.ts'
import type { CooperativeId, EmployerId, ImportId } from '#core/ids.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { kobo } from '#core/money.ts'
import { recordedOf } from '#features/society/imports/rules/recorded-of.ts'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/tx.ts'
import { postContributionsBulk } from '#features/savings/contributions/server/actions.ts'
import { assignMembers, createEmployer } from '#features/payroll/employers/server/actions.ts'
import { askOf } from '#platform/action.ts'
import { addMembers } from '#features/members/members/server/register-members.ts'
import { postFile } from '#platform/jobs/post-file.ts'
import { lockBooksComputed } from '#platform/ledger/ledger.ts'
import { checkContributionRows, readPaid } from './check-contribution-rows.ts'
import { changedRows, checkImport, isPaidAsBefore, rowsOf } from './check-import.ts'
import type { CheckedRow } from './check-member-rows.ts'
import {
  type CheckedRegisterRow,
  checkRegisterRows,
  keyOf,
  type Placed,
  unknownEmployers,
} from './check-register-rows.ts'
import { findImport, findRows, type Import } from './queries.ts'
import {
  markFailed,
  markPosted,
  noteRegistered,
  setProgress,
  type StoredRow,
  updateImportRow,
  updateRows,
} from './store.ts'

const membersPerStep = 500
/** The name is used as the code until an officer enters one. */
const employerCodeMax = 40

/** What a person is told when only we can do something about it. */
const bugSentence = 'Something went wrong on our side. Nothing was stored. Please post the file again.'
const stoppedSentence = 'The server stopped while this file was being posted. Nothing was stored. Post it again.'

const paidMeanwhile = refusal(
  'file_recorded_before',
  409,
  'What these members have paid for this month has changed meanwhile. Choose what to record of those who have paid already, then record the file again.',
)

/** How many rows were posted, and in which voucher. */
type Posted = { posted: number; entryNumber: number | null }

type Run = {
  tx: Tx
  actor: TenantActor
  found: Import
  rows: StoredRow[]
  context: Context
  tell: (progress: number) => void
}

/** Posts a whole import as `postFile` does. */
export async function runImport(context: Context, actor: TenantActor, importId: ImportId): Promise<void> {
  let isPaidMeanwhile = false
  const imports = {
    ...{ kind: 'an import', find: findImport, setProgress, bugSentence },
    markFailed: async (tx: Tx, id: ImportId, failure: string) => {
      if (isPaidMeanwhile) await askAgain(tx, id, context)
      await markFailed(tx, id, failure)
    },
  }
  await postFile(context, actor, importId, imports, async (tx, found, tell) => {
    // Those that are skipped are looked at too: what a column says as a whole is what it said when the file was checked.
    const rows = await findRows(tx, importId)
    const run = { tx, actor, found, rows, context: { ...context, now: new Date() }, tell }
    const { posted, entryNumber } =
      found.kind === 'members' ? await registerAll(run) : await postAll(run, () => (isPaidMeanwhile = true))
    // The import's own row comes last: the progress of this very transaction would wait for its lock.
    if (!(await markPosted(tx, importId, posted, entryNumber)))
      throw new Error(`Import ${importId} was taken away while it was posted`)
  })
}

/** Ends an import that no run could end. */
export async function giveUpImport(
  database: Database,
  cooperativeId: CooperativeId,
  importId: ImportId,
): Promise<void> {
  await database.tenant({ cooperativeId, role: 'job' }, (tx) => markFailed(tx, importId, stoppedSentence))
}

/** Registers the members in steps, so that the progress can be told between them. An officer says when codes are sent. */
async function registerAll({ tx, actor, found, rows, context, tell }: Run): Promise<Posted> {
  const checked = withoutSkipped(await checkRegisterRows(tx, found, rows, context))
  const members = valuesOf(checked)
  const employers = await addEmployers(tx, actor, found, checked, context)
  for (let start = 0; start < members.length; start += membersPerStep) {
    const step = members.slice(start, start + membersPerStep) as NewMember[]
    const registered = await namingRow(checked, start, () =>
      addMembers(askOf(tx, actor, context), step, { sendsCodes: false }),
    )
    await noteRegistered(
      tx,
      found.id,
      registered.map(({ memberid }, index) => ({
        memberId: memberid,
        number: checked[start + index]?.row.number ?? 0,
      })),
    )
    const work = checked
      .slice(start, start + membersPerStep)
      .flatMap(({ placed }, index) =>
        placed
          ? [
              {
                employerId: employers(placed),
                membershipno: registered[index]?.membershipno ?? '',
                staffNumber: placed.staffNumber,
              },
            ]
          : [],
      )
    for (const [employerId, assigned] of Map.groupBy(work, (each) => each.employerId)) {
      await assignMembers(askOf(tx, actor, context), {
        employerId,
        rows: assigned.map(({ membershipno, staffNumber }) => ({ membershipno, staffNumber })),
      })
    }
    tell(Math.min(start + membersPerStep, members.length))
  }
  return { posted: members.length, entryNumber: null }
}

/** Adds the employers that an officer said are to be created. Answers which employer a row's is. */
async function addEmployers(
  tx: Tx,
  actor: TenantActor,
  { createsEmployers }: Import,
  checked: readonly CheckedRegisterRow[],
  context: Context,
): Promise<(placed: Placed) => EmployerId> {
  const added = new Map<string, EmployerId>()
  for (const [key, name] of createsEmployers ? unknownEmployers(checked) : []) {
    added.set(key, (await createEmployer(askOf(tx, actor, context), { name, code: name.slice(0, employerCodeMax) })).id)
  }
  return (placed) => {
    const id = 'id' in placed.employer ? placed.employer.id : added.get(keyOf(placed))
    return (
      id ??
      refuse('import_employers_unknown', { count: 1, names: 'name' in placed.employer ? placed.employer.name : '' })
    )
  }
}

/** What its members have paid is other than an officer saw, who is shown that and says again what is recorded of them. */
async function askAgain(tx: Tx, importId: ImportId, context: Context): Promise<void> {
  const found = await findImport(tx, importId)
  const stored = await findRows(tx, importId)
  await updateRows(tx, importId, changedRows(stored, rowsOf(await checkImport(tx, found, stored, context))))
  await updateImportRow(tx, importId, { ...found, records: null })
}

/** Posts the contributions as one voucher. */
async function postAll({ tx, actor, found, rows, context }: Run, onPaidMeanwhile: () => void): Promise<Posted> {
  // Of two files that are posted at once the second sees the first.
  const checked = await lockBooksComputed(tx, actor.cooperativeId, () =>
    checkContributionRows(tx, found, rows, context),
  )
  // What an employer deducted is no entry before it is paid over.
  await readPaid(tx, found, checked)
  const after = rowsOf(checked)
  if (!isPaidAsBefore(rows, after)) {
    if (after.some((row) => !row.skipped && kobo(row.paidBefore) > 0n)) {
      onPaidMeanwhile()
      throw paidMeanwhile()
    }
    // All that they had paid was reversed: no choice is left to make.
    await updateRows(tx, found.id, changedRows(rows, after))
  }
  const paying = withoutSkipped(checked).filter(({ row }) => !row.paysNothing)
  const payments = valuesOf(paying).flatMap((payment, index) => {
    const { row } = paying[index] as (typeof paying)[number]
    const paid = { paidBefore: kobo(row.paidBefore), paidInFiles: kobo(row.paidInFiles) }
    const amount = recordedOf({ amount: payment.amount, ...paid }, found.records)
    return amount > 0n ? [{ row, payment: { ...payment, amount } }] : []
  })
  const voucher = {
    occurredOn: found.occurredOn ?? undefined,
    period: found.period ?? undefined,
    accountTypeId: found.accountTypeId ?? undefined,
    paidThrough: found.paidThrough ?? undefined,
    rows: payments.map(({ payment }) => payment),
    anotherPayment: found.records !== null,
  }
  const { entryNumber } = await namingRow(payments, 0, () => postContributionsBulk(askOf(tx, actor, context), voucher))
  return { entryNumber, posted: payments.length }
}

function withoutSkipped<Row extends { row: StoredRow }>(checked: readonly Row[]): Row[] {
  return checked.filter(({ row }) => !row.skipped)
}

/** The values to post. A row that has gone wrong since it was checked, a moment ago, stops everything with its sentence. */
function valuesOf<Value>(checked: readonly CheckedRow<Value>[]): Value[] {
  return checked.map(({ row, problems: [problem], value }) => {
    if (value !== undefined && !problem) return value
    throw new Refusal('import_row_refused', {
      row: row.number,
      sentence: problem?.message ?? 'It can no longer be posted.',
    })
  })
}

/** Gives a refusal that names an element of a list ("member.12.phone") the number of the file's row. */
async function namingRow<T>(rows: readonly { row: StoredRow }[], start: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const index = error instanceof Refusal ? /^\w+\.(\d+)\./.exec(error.detail.field ?? '')?.[1] : undefined
    const row = index === undefined ? undefined : rows[start + Number(index)]?.row
    if (!(error instanceof Refusal) || !row) throw error
    throw new Refusal('import_row_refused', { row: row.number, sentence: sentenceOf(error) })
  }
}
