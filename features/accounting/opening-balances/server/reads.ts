import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { EntryId, LoginId, OpeningBalancesId, TransactionId } from '#core/ids.ts'
import { subtract, sumKobo } from '#core/money.ts'
import { type ApprovalState, findApprovalStates } from '#features/access/approvals/server/reads.ts'
import { fiscalYearOf } from '#features/accounting/books/rules/fiscal-year.ts'
import { findFiscalYearStart } from '#features/accounting/books/server/reads.ts'
import { findAssetClasses } from '#features/accounting/fixed-assets/server/reads.ts'
import * as contract from '#features/accounting/opening-balances/contract.ts'
import { assetHeadings } from '#features/accounting/opening-balances/rules/opening-assets.ts'
import {
  arrearsHeading,
  type Checked,
  checkOpeningBalances,
  ledgerHeadings,
  nameHeading,
  numberHeading,
  type OpeningAccount,
  openingCode,
  type OpeningMember,
  type OpeningType,
  type ReadSheet,
  type Register,
  sheetNames,
} from '#features/accounting/opening-balances/rules/opening-balances.ts'
import { depositHeadings } from '#features/accounting/opening-balances/rules/opening-deposits.ts'
import { heldHeadings } from '#features/accounting/opening-balances/rules/opening-held-money.ts'
import { loanHeadings } from '#features/accounting/opening-balances/rules/opening-loans.ts'
import { type Sheet, sheets } from '#features/accounting/opening-balances/rules/sheets.ts'
import type { OpeningProduct } from '#features/loans/loans/rules/opening-loan.ts'
import { findDepositTypes } from '#features/savings/fixed-deposits/server/reads.ts'
import { transactionApprovals } from '#features/savings/transactions/server/reads.ts'
import { action } from '#platform/action.ts'
import { asOwnLogin } from '#platform/db/same-person.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { FileDraft } from '#platform/files/file-draft.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import { writableTable, writeXlsx } from '#platform/files/table-file.ts'

export const getOpeningBalances = action(contract.getOpeningBalances, async ({ tx, actor }) => {
  const found = await findCurrent(tx, actor)
  return found ? shownOf(tx, actor, found, await checkCurrent(tx, found)) : null
})

type Shown = Replied<typeof contract.uploadOpeningWorkbook>

/** The workbook as the contract has it. What is in the books is no longer laid beside a register that goes on changing. */
export async function shownOf(
  tx: Tx,
  actor: TenantActor,
  found: OpeningBalances,
  { differences: all, controls, sums, members, holdings, loans, deposits, assets, held, arrears }: Checked,
): Promise<Shown> {
  const { sheetColumns: _columns, uploadedById, signedAt, ...facts } = found
  const approvals = found.transactionId ? await findSecondSignature(tx, actor, found.transactionId) : undefined
  const differences = found.status === 'approved' ? [] : all
  return {
    ...facts,
    members,
    held: sumKobo(holdings.map(({ amount }) => amount)),
    loans: loans.length,
    lent: sumKobo(loans.map(({ principal }) => principal)),
    deposits: deposits.length,
    deposited: sumKobo(deposits.map(({ principal }) => principal)),
    assets: assets.length,
    bookValue: sumKobo(assets.map(({ cost, openingDepreciation }) => subtract(cost, openingDepreciation))),
    unallocated: held.length,
    unallocatedAmount: sumKobo(held.map(({ amount }) => amount)),
    arrears: sumKobo(arrears.map(({ amount }) => amount)),
    ...sums,
    controls: controls.map(({ accountId: _account, ...control }) => control),
    differences: differences.slice(0, contract.differencesMax),
    differencesTotal: differences.length,
    signatures: [
      ...(signedAt ? [{ by: found.uploadedBy, at: signedAt }] : []),
      ...(approvals?.given ?? []).map(({ by, at }) => ({ by, at })),
    ],
    open:
      differences.length === 0 &&
      // Who works alone approves their own daily work, but signs these only once.
      (found.status === 'unsigned') === (uploadedById === actor.loginId) &&
      (approvals?.open ?? true),
  }
}

const [codeHeading, accountHeading, debitHeading, creditHeading] = ledgerHeadings

/** The workbook to fill in: the members by number, and the accounts that a trial balance can hold. Refuses: overloaded. */
export const downloadOpeningWorkbook = action(contract.downloadOpeningWorkbook, async ({ tx, today }) => {
  const { coopId, members, types, accounts, products, depositTypes } = await findRegister(tx, today)
  const memberColumns: TableColumn<OpeningMember>[] = [
    {
      header: numberHeading,
      kind: 'text',
      width: 20,
      value: ({ number }) => `${coopId}/${String(number).padStart(5, '0')}`,
    },
    { header: nameHeading, kind: 'text', value: ({ name }) => name },
    ...types.map(({ name }): TableColumn<OpeningMember> => ({ header: name, kind: 'money', value: () => null })),
    { header: arrearsHeading, kind: 'money', value: () => null },
  ]
  const open = new Set([...types, ...products, ...depositTypes].map(({ controlId }) => controlId))
  const asked = accounts.filter(
    (account) =>
      !account.retired && account.code !== openingCode && (!account.isControl || open.has(account.accountId)),
  )
  return new FileDraft(async () => ({
    fileName: 'ajose-opening-balances.xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: await writeXlsx([
      writableTable({ sheet: sheetNames.members, columns: memberColumns }, members),
      writableTable({ sheet: sheetNames.ledger, columns: ledgerColumns }, asked),
      writableTable({ sheet: sheetNames.loans, columns: columnsOf(loanHeadings) }, []),
      writableTable({ sheet: sheetNames.deposits, columns: columnsOf(depositHeadings) }, []),
      writableTable({ sheet: sheetNames.assets, columns: columnsOf(assetHeadings) }, []),
      writableTable({ sheet: sheetNames.held, columns: columnsOf(heldHeadings) }, []),
    ]),
  }))
})

const kinds: Readonly<Record<string, TableColumn<null>['kind']>> = {
  ...{ original: 'money', outstanding: 'money', interest: 'money', overdue: 'money', began: 'date', since: 'date' },
  ...{ principal: 'money', agreed: 'money', accrued: 'money', opened: 'date' },
  ...{ bought: 'date', cost: 'money', salvage: 'money', depreciation: 'money' },
  ...{ received: 'date', amount: 'money' },
}

/** The empty sheet of rows that are each one thing, by its headings. */
const columnsOf = (headings: Readonly<Record<string, string>>): TableColumn<null>[] =>
  Object.entries(headings).map(([heading, header]) => ({ header, kind: kinds[heading] ?? 'text', value: () => null }))

const ledgerColumns: TableColumn<OpeningAccount>[] = [
  { header: codeHeading, kind: 'text', width: 10, value: ({ code }) => code },
  { header: accountHeading, kind: 'text', width: 36, value: ({ name }) => name },
  { header: debitHeading, kind: 'money', value: () => null },
  { header: creditHeading, kind: 'money', value: () => null },
]

/** One workbook that was read, with how far it has come. */
type OpeningBalances = {
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
async function findSecondSignature(
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
      select member_id, membershipno, membership_number as number, former_number, phone, first_name || ' ' || last_name as name, status,
        (select o.membershipno from app.member o where o.member_id = m.merged_into) as "mergedInto"
      from app.member m where removed_at is null order by membership_number`),
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
