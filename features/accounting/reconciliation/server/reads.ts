import type { Replied } from '#core/contract/endpoint.ts'
import type {
  AccountId,
  AccountTypeId,
  BankRuleId,
  EntryId,
  LoanId,
  MemberId,
  ScheduleId,
  TransactionId,
} from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import * as contract from '#features/accounting/reconciliation/recorded-lines.ts'
import type { Named } from '#features/accounting/reconciliation/rules/learn.ts'
import { cluesOf } from '#features/accounting/reconciliation/rules/suggest.ts'
import { action } from '#platform/action.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type BankRule = Replied<typeof contract.listBankRules>[number]

type RuleRow = Omit<BankRule, 'title' | 'loanId'> & {
  member: string | null
  accountType: string | null
  target: string | null
  loans: LoanId[]
}

export const listBankRules = action(contract.listBankRules, async ({ tx }, { accountId }) => {
  const account = await tx.maybe(sql`select from ledger.account where account_id = ${accountId} and holds_cash`)
  return account ? findRules(tx, accountId) : refuse('not_found')
})

/** Whether another rule of the account and direction has these words. */
export async function isTaken(tx: Tx, ruleId: BankRuleId, words: readonly string[]): Promise<boolean> {
  const found = await tx.maybe(sql`
    select from app.bank_rule r join app.bank_rule o on o.account_id = r.account_id and o.came_in = r.came_in and o.rule_id <> r.rule_id
    where r.rule_id = ${ruleId} and o.words = ${words}::text[]`)
  return found !== undefined
}

/** What is remembered of an account, the newest first. */
export async function findRules(tx: Tx, accountId: AccountId): Promise<BankRule[]> {
  const rows = await tx.many<RuleRow>(sql`
    select r.rule_id as id, r.words, r.came_in, r.records as as, r.member_id, r.account_type_id, r.target_id, r.party, r.narration, r.seen_on,
      r.made_by_name as "madeBy", r.made_at, r.used, r.used_at, m.first_name || ' ' || m.last_name as member, t.name as "accountType", a.name as target,
      case when r.member_id is not null and (m.status <> 'active' or m.removed_at is not null) then 'member'
        when t.retired_at is not null or (r.target_id is not null and (a.account_id is null or a.retired_at is not null)) then 'account' end as ended,
      array(select l.loan_id from app.loan l where r.records = 'repayment' and l.member_id = r.member_id and l.status in ('active', 'written_off')) as loans
    from app.bank_rule r left join app.member m on m.member_id = r.member_id left join app.account_type t on t.account_type_id = r.account_type_id
    left join ledger.account a on a.account_id = r.target_id
    where r.account_id = ${accountId} order by r.made_at desc, r.rule_id`)
  return rows.map(({ member, accountType, target, loans, ...row }) => ({
    ...row,
    title: titleOf(row.as, { member, accountType, target, cameIn: row.cameIn }),
    loanId: loans.length === 1 ? (loans[0] ?? null) : null,
  }))
}

function titleOf(
  as: contract.LineKind,
  { member, accountType, target, cameIn }: Pick<RuleRow, 'member' | 'accountType' | 'target' | 'cameIn'>,
): string {
  const into = accountType ? `, ${accountType}` : ''
  switch (as) {
    case 'deposit':
      return `Deposit of ${member}${into}`
    case 'contribution':
      return `Contribution of ${member}${into}`
    case 'repayment':
      return `Loan repayment of ${member}`
    case 'charge':
      return `${target} of ${member}`
    case 'transfer':
      return `Transfer ${cameIn ? 'from' : 'to'} ${target}`
    case 'income':
    case 'expense':
    case 'remittance':
      return target ?? ''
  }
}

/** The members whom these narrations may name, former ones too, in one query. */
export async function findNamed(tx: Tx, narrations: readonly string[]): Promise<Named[]> {
  const clues = narrations.map(cluesOf)
  return tx.many<Named>(sql`
    select m.member_id, m.first_name || ' ' || m.last_name as name, m.membershipno, m.membership_number, m.phone from app.member m
    where m.removed_at is null and (m.phone = any (${clues.flatMap(({ phones }) => phones)}::text[])
      or m.membership_number = any (${clues.flatMap(({ namedNumbers }) => namedNumbers)}::int[])
      or lower(m.membershipno) = any (${clues.flatMap(({ membershipNumbers }) => membershipNumbers)}::text[])
      or regexp_split_to_array(m.search_text, '[^a-z]+') && ${[...new Set(clues.flatMap(({ words }) => words))]}::text[])`)
}

/** The loans that a member may repay. */
export async function findRepayable(tx: Tx, memberId: MemberId): Promise<LoanId[]> {
  const rows = await tx.many<{ loanId: LoanId }>(
    sql`select loan_id from app.loan where member_id = ${memberId} and status in ('active', 'written_off')`,
  )
  return rows.map(({ loanId }) => loanId)
}

type Voucher = { transactionId: TransactionId | null; entryId: EntryId }

/** What this transaction was posted as. */
export async function findPosted(tx: Tx, id: TransactionId): Promise<Voucher> {
  return tx.one<Voucher>(sql`select transaction_id, entry_id from app.transaction where transaction_id = ${id}`)
}

/** The latest payment of a loan, which this transaction holds. */
export async function findRepaid(tx: Tx, loanId: LoanId): Promise<Voucher> {
  return tx.one<Voucher>(sql`
    select null::uuid as transaction_id, entry_id from app.loan_movement
    where loan_id = ${loanId} and kind in ('repayment', 'recovered') and status = 'posted' order by entry_no desc limit 1`)
}

/** The latest payment of an employer for a month, which this transaction holds. */
export async function findRemitted(tx: Tx, scheduleId: ScheduleId): Promise<Voucher> {
  return tx.one<Voucher>(
    sql`select null::uuid as transaction_id, entry_id from app.remittance where schedule_id = ${scheduleId} order by entry_no desc limit 1`,
  )
}

export async function isActive(tx: Tx, memberId: MemberId): Promise<boolean> {
  const found = await tx.maybe(
    sql`select from app.member where member_id = ${memberId} and status = 'active' and removed_at is null`,
  )
  return found !== undefined
}

export async function isOffered(tx: Tx, accountTypeId: AccountTypeId): Promise<boolean> {
  const found = await tx.maybe(
    sql`select from app.account_type where account_type_id = ${accountTypeId} and kind = 'savings' and retired_at is null`,
  )
  return found !== undefined
}

/** Whether a rule of this account is about money that came in; undefined where there is none. */
export async function findDirection(tx: Tx, accountId: AccountId, ruleId: BankRuleId): Promise<boolean | undefined> {
  const found = await tx.maybe<{ cameIn: boolean }>(
    sql`select came_in from app.bank_rule where rule_id = ${ruleId} and account_id = ${accountId}`,
  )
  return found?.cameIn
}
