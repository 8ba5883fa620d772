import { promisify } from 'node:util'
import { type AsyncZippable, zip } from 'fflate'
import { downloadSuspendedBooks as contract } from '#features/accounting/books/suspended-books.ts'
import { checkPassword, refuseGuessing } from '#features/access/login/server/check-password.ts'
import { checkCode } from '#features/access/login/server/check-second-factor.ts'
import { findCooperativeLogin, findSessionCooperative } from '#features/access/login/server/reads.ts'
import { recordSignIn } from '#features/access/login/server/record-sign-in.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { askOf, openAction } from '#platform/action.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { FileDraft } from '#platform/files/file-draft.ts'
import { getCashBook } from './get-cash-book.ts'
import { getMemberBalances } from './get-member-balances.ts'
import { findHead, getBalanceSheet, getIncomeStatement, getReceiptsAndPayments, getTrialBalance } from './reads.ts'

const secondsMax = 25

const cooperativeNotSuspended = refusal(
  'cooperative_not_suspended',
  409,
  'This cooperative is not suspended. Log in to download its books.',
)

const codeMissing = refusal(
  'second_factor_code_missing',
  422,
  'Enter a new code from your authenticator app, or a recovery code.',
)

/**
 * The books of a suspended cooperative, from their first entry until today: the login is closed, but the records are the
 * members' own. Refuses: what a login refuses, second_factor_code_missing, cooperative_not_suspended, file_rows_too_many.
 */
export const downloadSuspendedBooks = openAction(contract, async (context, caller, { identifier, password, code }) => {
  const { database, now } = context
  refuseGuessing(context, caller)
  const found = await database.auth((tx) => findCooperativeLogin(tx, identifier))
  const login = await checkPassword(context, caller, found, {
    identifier,
    password,
    cost: 'officer',
    unknown: 'cooperative_not_found',
  })
  const { cooperativeId } = login
  if (!cooperativeId) throw new Error(`Login ${login.loginId} has no cooperative`)
  const cooperative = await database.auth((tx) => findSessionCooperative(tx, cooperativeId))
  if (cooperative?.status !== 'suspended') return refuse(cooperativeNotSuspended())
  if (login.hasSecondFactor) {
    if (code === undefined) return refuse(codeMissing({ field: 'code' }))
    const wrong = await database.auth((tx) => checkCode(tx, context, caller, login, code))
    if (wrong) return wrong
  }
  const drafts = await database.tenant({ cooperativeId, role: 'coop_admin' }, (tx) => draftBooks(tx, context), {
    readOnly: true,
    snapshot: true,
    timeoutSeconds: secondsMax,
  })
  const files: Record<string, Uint8Array> = {}
  for (const draft of drafts) {
    const { fileName, content } = await draft.write()
    files[fileName] = content
  }
  recordSignIn(context, login, 'books.downloaded')
  const packed = await promisify<AsyncZippable, Uint8Array>(zip)(files)
  return { fileName: `books-${dayIn(now)}.zip`, mediaType: 'application/zip', content: Buffer.from(packed) }
})

/** The cash book is a CSV file, which takes twice as many lines as a workbook. */
async function draftBooks(tx: Tx, context: Context): Promise<FileDraft[]> {
  // None of these reports looks at who asks.
  const ask = askOf(tx, {} as TenantActor, context)
  const { first } = await findHead(tx)
  const to = ask.today
  const days = { ...(first && { from: first }), to, format: 'xlsx' as const }
  const page = { page: 1, limit: 1 }
  const drafted = await Promise.all([
    getTrialBalance(ask, days),
    getIncomeStatement(ask, days),
    getBalanceSheet(ask, { asOf: to, format: 'xlsx' }),
    getReceiptsAndPayments(ask, days),
    getMemberBalances(ask, { asOf: to, format: 'xlsx', ...page }),
    getCashBook(ask, { ...days, format: 'csv', ...page }),
  ])
  return drafted.filter((each) => each instanceof FileDraft)
}
