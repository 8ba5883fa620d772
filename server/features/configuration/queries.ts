import type { getConfiguration as configurationContract, listAccountTypes as typesContract, listLoanConfigurations as loansContract } from '#contract/configuration.ts'
import type { Replied } from '#contract/endpoint.ts'
import type { Day } from '#domain/calendar.ts'
import type { Kobo } from '#domain/money.ts'
import type { TenantActor } from '#domain/actor.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

export async function listAccountTypes(tx: Tx): Promise<Replied<typeof typesContract>> {
  return tx.many(sql`
    select account_type_id as id, code, name, kind, is_default as "isDefault" from app.account_type where retired_at is null order by is_default desc, name`)
}

type ConfigurationRow = {
  fiscal_year_start: string
  share_par_value: bigint
  shares_min: number
  share_ceiling_basis_points: number
  contribution_min: bigint
  entrance_fee: bigint
  savings_multiple_percent: number
  waiting_months: number
  guarantors_required: number
  exit_notice_months: number
}

export async function getConfiguration(tx: Tx, actor: TenantActor): Promise<Replied<typeof configurationContract>> {
  const [row, books] = await Promise.all([
    tx.one<ConfigurationRow>(sql`
      select fiscal_year_start, share_par_value, shares_min, share_ceiling_basis_points, contribution_min, entrance_fee, savings_multiple_percent,
        waiting_months, guarantors_required, exit_notice_months from app.configuration where cooperative_id = ${actor.cooperativeId}`),
    tx.one<{ begin: Day; closed: Day | null }>(sql`select books_begin_on as begin, closed_through as closed from ledger.head`),
  ])
  return {
    fiscalYearStart: row.fiscal_year_start,
    shareParValue: row.share_par_value as Kobo,
    sharesMin: row.shares_min,
    shareCeilingPercent: row.share_ceiling_basis_points / 100,
    contributionMin: row.contribution_min as Kobo,
    entranceFee: row.entrance_fee as Kobo,
    savingsMultiple: row.savings_multiple_percent / 100,
    waitingMonths: row.waiting_months,
    guarantorsRequired: row.guarantors_required,
    exitNoticeMonths: row.exit_notice_months,
    booksBeginOn: books.begin,
    closedThrough: books.closed,
  }
}

export async function listLoanConfigurations(tx: Tx): Promise<Replied<typeof loansContract>> {
  return tx.many(sql`
    select loan_configuration_id as id, name, interest_method as "interestMethod", trim_scale(annual_rate_basis_points / 100.0)::text as "annualRatePercent",
      instalments_max as "instalmentsMax", trim_scale(savings_multiple_percent / 100.0)::text as "savingsMultiple", is_default as "isDefault"
    from app.loan_configuration where retired_at is null order by is_default desc, name`)
}
