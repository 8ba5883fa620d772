import { type Day, firstDayOf } from '#core/calendar.ts'
import type { AccountTypeKind } from '#features/accounting/books/rules/account-kinds.ts'
import type { InterestSaid } from '#features/society/configuration/rules/account-type.ts'
import { ratesToKeep } from '#features/savings/fixed-deposits/rules/deposit-rates.ts'
import type { Settings } from '#features/society/configuration/rules/settings.ts'
import type { AccountId, AccountTypeId, CooperativeId, LoanConfigurationId } from '#core/ids.ts'
import type { InterestMethod } from '#features/loans/loans/rules/loan.ts'
import { type LoanRules, rulesToKeep } from '#features/loans/loans/rules/loan-terms.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** Locks the configuration: two officers who change it take turns, so that each history line tells what it found. */
export async function lockConfiguration(tx: Tx): Promise<void> {
  await tx.run(sql`select from app.configuration for update`)
}

export async function updateSettings(tx: Tx, cooperativeId: CooperativeId, s: Settings): Promise<void> {
  await tx.run(sql`
    update app.configuration set society_kind = ${s.societyKind}, fiscal_year_start = ${s.fiscalYearStart}, share_par_value = ${s.shareParValue}, shares_min = ${s.sharesMin},
      share_ceiling_basis_points = ${s.shareCeilingBasisPoints}, contribution_min = ${s.contributionMin},
      contributions_due_from = ${firstDayOf(s.contributionsDueFrom)}, entrance_fee = ${s.entranceFee},
      savings_multiple_percent = ${s.savingsMultiplePercent}, waiting_months = ${s.waitingMonths}, guarantors_required = ${s.guarantorsRequired},
      exit_notice_months = ${s.exitNoticeMonths}, leaving_fee = ${s.leavingFee}, withdrawal_approvals = ${s.withdrawalApprovals}, withdrawal_approvals_from = ${s.withdrawalApprovalsFrom},
      share_approvals = ${s.shareApprovals}, share_approvals_from = ${s.shareApprovalsFrom}, journal_approvals = ${s.journalApprovals},
      journal_approvals_from = ${s.journalApprovalsFrom}, reversal_approvals = ${s.reversalApprovals}, reversal_approvals_from = ${s.reversalApprovalsFrom},
      write_off_approvals = ${s.writeOffApprovals}, write_off_approvals_from = ${s.writeOffApprovalsFrom},
      loan_interest_basis = ${s.loanInterestBasis}, suspend_interest_after_days = ${s.suspendInterestAfterDays},
      arrears_tolerance = ${s.arrearsTolerance}, arrears_tolerance_days = ${s.arrearsToleranceDays}, arrears_cured_after = ${s.arrearsCuredAfter}, updated_at = now()
    where cooperative_id = ${cooperativeId}`)
}

export type TypeTerms = { releaseOn: Day | null; earlyRelease: boolean } & InterestSaid

export type NewAccountType = TypeTerms & {
  id: AccountTypeId
  code: string
  name: string
  kind: AccountTypeKind
  controlId: AccountId
}

export async function insertAccountType(tx: Tx, cooperativeId: CooperativeId, type: NewAccountType): Promise<void> {
  const { savings, deposit } = type
  const rate = savings ?? deposit
  await tx.run(sql`
    insert into app.account_type (cooperative_id, account_type_id, code, name, kind, control_id, release_on, early_release, interest_rate_basis_points, interest_day_count,
      interest_rounding, interest_method, interest_every, interest_least_balance, deposit_months, deposit_least_amount, deposit_at_maturity, deposit_break_rule,
      deposit_break_rate_basis_points, deposit_notice_days, deposit_rates)
    values (${cooperativeId}, ${type.id}, ${type.code}, ${type.name}, ${type.kind}, ${type.controlId}, ${type.releaseOn}, ${type.earlyRelease}, ${rate?.rateBasisPoints ?? null},
      ${rate?.dayCount ?? null}, ${rate?.rounding ?? null}, ${savings?.method ?? null}, ${savings?.every ?? null}, ${savings?.leastBalance ?? null}, ${deposit?.months ?? null},
      ${deposit?.leastAmount ?? null}, ${deposit?.atMaturity ?? null}, ${deposit?.breakRule ?? null}, ${deposit?.breakRateBasisPoints ?? null}, ${deposit?.noticeDays ?? null},
      ${ratesJson(deposit)}::jsonb)`)
}

function ratesJson(deposit: InterestSaid['deposit']): string {
  return JSON.stringify(ratesToKeep(deposit?.rates ?? []))
}

type Kept = { name: string; isDefault: boolean; retired: boolean }

/** There is one default at any moment, so the old one steps back first. */
export async function updateAccountTypeRow(
  tx: Tx,
  id: AccountTypeId,
  { name, isDefault, retired, releaseOn, earlyRelease, savings, deposit }: Kept & TypeTerms,
): Promise<void> {
  const rate = savings ?? deposit
  if (isDefault)
    await tx.run(sql`update app.account_type set is_default = false where is_default and account_type_id <> ${id}`)
  await tx.run(sql`
    update app.account_type set name = ${name}, is_default = ${isDefault}, retired_at = case when ${retired} then coalesce(retired_at, now()) end,
      release_on = ${releaseOn}, early_release = ${earlyRelease}, interest_rate_basis_points = ${rate?.rateBasisPoints ?? null}, interest_day_count = ${rate?.dayCount ?? null},
      interest_rounding = ${rate?.rounding ?? null}, interest_method = ${savings?.method ?? null}, interest_every = ${savings?.every ?? null},
      interest_least_balance = ${savings?.leastBalance ?? null}, deposit_months = ${deposit?.months ?? null}, deposit_least_amount = ${deposit?.leastAmount ?? null},
      deposit_at_maturity = ${deposit?.atMaturity ?? null}, deposit_break_rule = ${deposit?.breakRule ?? null},
      deposit_break_rate_basis_points = ${deposit?.breakRateBasisPoints ?? null}, deposit_notice_days = ${deposit?.noticeDays ?? null},
      deposit_rates = ${ratesJson(deposit)}::jsonb
    where account_type_id = ${id}`)
}

export type LoanTermsRow = {
  name: string
  interestMethod: InterestMethod
  annualRatePpm: number
  instalmentsMax: number
  savingsMultiplePercent: number
  rules: LoanRules
}

export async function insertLoanConfiguration(
  tx: Tx,
  cooperativeId: CooperativeId,
  { id, code, controlId, ...terms }: LoanTermsRow & { id: LoanConfigurationId; code: string; controlId: AccountId },
): Promise<void> {
  await tx.run(sql`
    insert into app.loan_configuration (cooperative_id, loan_configuration_id, code, name, interest_method, annual_rate_ppm, instalments_max,
      savings_multiple_percent, control_id, rules)
    values (${cooperativeId}, ${id}, ${code}, ${terms.name}, ${terms.interestMethod}, ${terms.annualRatePpm}, ${terms.instalmentsMax},
      ${terms.savingsMultiplePercent}, ${controlId}, ${JSON.stringify(rulesToKeep(terms.rules))}::jsonb)`)
}

export async function updateLoanConfigurationRow(
  tx: Tx,
  id: LoanConfigurationId,
  { isDefault, retired, ...terms }: LoanTermsRow & Kept,
): Promise<void> {
  if (isDefault)
    await tx.run(
      sql`update app.loan_configuration set is_default = false where is_default and loan_configuration_id <> ${id}`,
    )
  await tx.run(sql`
    update app.loan_configuration set name = ${terms.name}, interest_method = ${terms.interestMethod},
      annual_rate_ppm = ${terms.annualRatePpm}, instalments_max = ${terms.instalmentsMax},
      savings_multiple_percent = ${terms.savingsMultiplePercent}, rules = ${JSON.stringify(rulesToKeep(terms.rules))}::jsonb, is_default = ${isDefault},
      retired_at = case when ${retired} then coalesce(retired_at, now()) end
    where loan_configuration_id = ${id}`)
}
