import type { TenantActor } from '#core/actor.ts'
import { fiscalYearOf } from '#features/accounting/books/rules/fiscal-year.ts'
import type { Day } from '#core/calendar.ts'
import type { EntryId, LoginId, OpeningBalancesId, TransactionId } from '#core/ids.ts'
import type {
  Checked,
  OpeningAccount,
  OpeningMember,
  OpeningType,
  ReadSheet,
  Register,
} from '#features/accounting/opening-balances/rules/opening-balances.ts'
import { checkOpeningBalances } from '#features/accounting/opening-balances/rules/opening-balances.ts'
import { type Sheet, sheets } from '#features/accounting/opening-balances/rules/sheets.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import { asOwnLogin } from '#platform/db/same-person.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type ApprovalState, findApprovalStates } from '#features/access/approvals/server/queries.ts'
import { findFiscalYearStart } from '#features/accounting/books/server/queries.ts'
import { findAssetClasses } from '#features/accounting/fixed-assets/server/queries.ts'
import { findDepositTypes } from '#features/savings/fixed-deposits/server/reads.ts'
import { transactionApprovals } from '#features/savings/transactions/server/reads.ts'
import type { OpeningProduct } from '#features/loans/loans/rules/opening-loan.ts'

/** One workbook that was read, with how far it has come. */
export type OpeningBalances = {
  id: OpeningBalancesId
  asOf: Day
  fileName: string
  /** The headings of each sheet that the workbook has. */
  sheetColumns: Partial<Record<Sheet, string[]>>
  uploadedById: LoginId
  uploadedBy: string
  uploadedAt: Date
  transactionId: TransactionId | null
  status: 'unsigned' | 'pending' | 'approved'
  entryId: EntryId | null
  entryNumber: number | null
  signedAt: Date | null
}

/** `uploadedById` is this officer's own login where it is theirs under another one. */
const currentFor = (loginId: LoginId) => sql`
  select o.opening_balances_id as id, o.as_of, o.file_name, o.sheet_columns,
    ${asOwnLogin(sql`o.uploaded_by`, loginId)} as "uploadedById", o.uploaded_by_name as "uploadedBy", o.uploaded_at, o.transaction_id,
    coalesce(t.status, 'unsigned') as status, t.entry_id, t.entry_no::int as "entryNumber", t.created_at as "signedAt"
  from app.opening_balances o left join app.transaction t on t.transaction_id = o.transaction_id
  where (t.status is null or t.status in ('pending', 'approved'))`

const one = (loginId: LoginId, where: Statement) =>
  sql`${currentFor(loginId)} and ${where} order by o.transaction_id nulls last limit 1`

/** What is in force or waits, else the workbook that no one has signed. */
export async function findCurrent(tx: Tx, { loginId }: TenantActor): Promise<OpeningBalances | undefined> {
  return tx.maybe<OpeningBalances>(one(loginId, sql`true`))
}

/** What its first signature made. */
export async function findSigned(
  tx: Tx,
  { loginId }: TenantActor,
  transactionId: TransactionId,
): Promise<OpeningBalances | undefined> {
  return tx.maybe<OpeningBalances>(one(loginId, sql`o.transaction_id = ${transactionId}`))
}

/** Who signed second, and whether this officer may. */
export async function findSecondSignature(
  tx: Tx,
  actor: TenantActor,
  transactionId: TransactionId,
): Promise<ApprovalState | undefined> {
  return (
    await findApprovalStates(tx, actor, transactionApprovals.subjects(sql`t.transaction_id = ${transactionId}`))
  ).get(transactionId)
}

/** The workbook beside the register of this moment. */
export async function checkCurrent(tx: Tx, { id, asOf, sheetColumns }: OpeningBalances): Promise<Checked> {
  const [rows, register] = await Promise.all([
    tx.many<{ sheet: Sheet; number: number; cells: string[] }>(sql`
      select sheet, number, cells from app.opening_balances_row where opening_balances_id = ${id} order by sheet, number`),
    findRegister(tx, asOf),
  ])
  const of = (sheet: Sheet): ReadSheet => ({
    columns: sheetColumns[sheet] ?? [],
    rows: rows.filter((row) => row.sheet === sheet),
  })
  const read = Object.fromEntries(sheets.map((sheet) => [sheet, of(sheet)])) as { [S in Sheet]: ReadSheet }
  return checkOpeningBalances(read, register, asOf)
}

/** What the workbook is laid beside. */
export async function findRegister(tx: Tx, asOf: Day): Promise<Register> {
  const [members, types, accounts, products, { coopId, earlier }, yearStart, deposits, assetClasses] =
    await Promise.all([
      tx.many<OpeningMember>(sql`
      select member_id, membership_number as number, first_name || ' ' || last_name as name from app.member where removed_at is null order by membership_number`),
      tx.many<OpeningType>(sql`
      select account_type_id, code, name, kind, control_id, is_default from app.account_type
      where retired_at is null and kind <> 'fixed_deposit' order by kind desc, is_default desc, name`),
      tx.many<OpeningAccount>(sql`
      select account_id, code, name, class, is_control, retired_at is not null as retired from ledger.account
      where control_id is null order by code`),
      tx.many<OpeningProduct>(sql`
      select c.loan_configuration_id as "loanConfigId", c.name, c.control_id, k.code as "controlCode", c.interest_method, c.annual_rate_ppm,
        c.rules ->> 'repaidEvery' as "repaidEvery"
      from app.loan_configuration c join ledger.account k on k.account_id = c.control_id where c.retired_at is null order by c.is_default desc, c.name`),
      tx.one<{ coopId: string; earlier: number }>(sql`
      select c.coop_id, (select count(*)::int from ledger.entry e where e.effective_on <= ${asOf} and e.reverses_id is null
        and not exists (select from ledger.entry r where r.reverses_id = e.entry_id)) as earlier from app.cooperative c`),
      findFiscalYearStart(tx),
      findDepositTypes(tx),
      findAssetClasses(tx),
    ])
  const depositTypes = [...deposits.values()].flatMap(({ id, name, controlId, isRetired, terms }) =>
    terms && !isRetired ? [{ accountTypeId: id, name, controlId, terms }] : [],
  )
  return {
    ...{ coopId, members, types, accounts, products, depositTypes, assetClasses, earlier },
    yearEnd: fiscalYearOf(asOf, yearStart).to,
  }
}
