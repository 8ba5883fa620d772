import { promisify } from 'node:util'
import { type AsyncZippable, zip } from 'fflate'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { downloadSuspendedBooks as contract } from '#features/accounting/books/suspended-books.ts'
import type { Author } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { FileDraft, type FileReply } from '#platform/files/file-draft.ts'
import { checkCode } from '#features/access/login/server/check-code.ts'
import { checkPassword, refuseGuessing } from '#features/access/login/server/check-password.ts'
import { findCooperativeLogin, findSessionCooperative } from '#features/access/login/server/queries.ts'
import { recordSignIn } from '#features/access/login/server/record-sign-in.ts'
import { getBalanceSheet } from './get-balance-sheet.ts'
import { getCashBook } from './get-cash-book.ts'
import { getIncomeStatement } from './get-income-statement.ts'
import { getMemberBalances } from './get-member-balances.ts'
import { getReceiptsAndPayments } from './get-receipts-and-payments.ts'
import { getTrialBalance } from './get-trial-balance.ts'
import { findHead } from './queries.ts'

const secondsMax = 25

/**
 * The books of a suspended cooperative, from their first entry until today: the login is closed, but the records are the
 * members' own. Refuses: what a login refuses, second_factor_code_missing, cooperative_not_suspended, file_rows_too_many.
 */
export async function downloadSuspendedBooks(
  context: Context,
  caller: Caller,
  { identifier, password, code }: Parsed<typeof contract>,
): Promise<FileReply | Refusal> {
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
  if (cooperative?.status !== 'suspended') return refuse('cooperative_not_suspended')
  if (login.hasSecondFactor) {
    if (code === undefined) return refuse('second_factor_code_missing', { field: 'code' })
    const refusal = await database.auth((tx) => checkCode(tx, context, caller, login, code))
    if (refusal) return refusal
  }
  const author: Author = { loginId: login.loginId, cooperativeId, name: login.name }
  const drafts = await database.tenant({ cooperativeId, role: 'coop_admin' }, (tx) => draftBooks(tx, author, context), {
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
}

/** The cash book is a CSV file, which takes twice as many lines as a workbook. */
async function draftBooks(tx: Tx, author: Author, context: Context): Promise<FileDraft[]> {
  const { first } = await findHead(tx)
  const to = dayIn(context.now)
  const days = { ...(first && { from: first }), to, format: 'xlsx' as const }
  const page = { page: 1, limit: 1 }
  const drafted = await Promise.all([
    getTrialBalance(tx, author, days, context),
    getIncomeStatement(tx, author, days, context),
    getBalanceSheet(tx, author, { asOf: to, format: 'xlsx' }, context),
    getReceiptsAndPayments(tx, author, days, context),
    getMemberBalances(tx, author, { asOf: to, format: 'xlsx', ...page }, context),
    getCashBook(tx, author, { ...days, format: 'csv', ...page }, context),
  ])
  return drafted.filter((each) => each instanceof FileDraft)
}
