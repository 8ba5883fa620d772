import type * as z from 'zod/mini'
import { type Day, periodOf } from '#core/calendar.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { AccountId, AccountTypeId, LoanConfigurationId } from '#core/ids.ts'
import { kobo, type Kobo, moneyText, nairaNumber } from '#core/money.ts'
import { hundredths, millionths } from '#core/percent.ts'
import { refuse } from '#core/refusal.ts'
import type { Rounding } from '#core/rounding.ts'
import type { FieldChange } from '#features/access/audit-trail/rules/field-change.ts'
import { type LoanRules, plainRules, rulesFromKept, type StoredRules } from '#features/loans/loans/rules/loan-terms.ts'
import { feeInWords, penaltyInWords } from '#features/loans/loans/rules/product-charges.ts'
import { scheduleToTell } from '#features/loans/loans/rules/schedule-terms.ts'
import { ratesFromKept, type StoredRate } from '#features/savings/fixed-deposits/rules/deposit-rates.ts'
import type { BreakRule, MaturityAct } from '#features/savings/fixed-deposits/rules/words.ts'
import type { InterestDayCount, PostingInterval, SavingsMethod } from '#features/savings/interest/rules/words.ts'
import * as accountTypes from '#features/society/configuration/account-types.ts'
import * as contract from '#features/society/configuration/contract.ts'
import { type Settings, settingsInMoney } from '#features/society/configuration/rules/settings.ts'
import { action } from '#platform/action.ts'
import { pageOf, shortListOf } from '#platform/db/page-of.ts'
import { sql } from '#platform/db/sql.ts'
import type { Joined, Tx } from '#platform/db/tx.ts'

type AccountType = z.output<typeof accountTypes.accountType>
export type LoanConfiguration = z.output<typeof contract.loanConfiguration>

type TypeRow = Omit<AccountType, 'interest' | 'fixedDeposit'> &
  Joined<{ rate: number; dayCount: InterestDayCount; rounding: Rounding }> &
  Joined<{ method: SavingsMethod; every: PostingInterval; leastBalance: Kobo }> &
  Joined<{
    months: number
    leastAmount: Kobo
    atMaturity: MaturityAct
    breakRule: BreakRule
    breakRate: number
    noticeDays: number
  }> & { rates: StoredRate[] }

const typeColumns = sql`account_type_id as id, code, name, kind, is_default, retired_at is not null as retired,
  release_on, early_release, interest_rate_basis_points as rate, interest_day_count as day_count, interest_rounding as rounding,
  interest_method as method, interest_every as every, interest_least_balance as least_balance, deposit_months as months, deposit_least_amount as least_amount,
  deposit_at_maturity as at_maturity, deposit_break_rule as break_rule, deposit_break_rate_basis_points as break_rate, deposit_notice_days as notice_days,
  deposit_rates as rates`

/** The row's terms by its kind: savings say how they earn, a fixed deposit how long and what then. */
function typeFrom({ rate, dayCount, rounding, rates, ...row }: TypeRow): AccountType {
  const { method, every, leastBalance, months, leastAmount, atMaturity, breakRule, breakRate, noticeDays, ...type } =
    row
  const rated = rate === null ? undefined : { annualRatePercent: rate / 100, dayCount, rounding }
  return {
    ...type,
    interest: rated && method !== null ? { ...rated, method, every, leastBalance } : null,
    fixedDeposit:
      rated && months !== null
        ? {
            ...rated,
            ...{ months, leastAmount, atMaturity, breakRule, breakRatePercent: breakRate / 100, noticeDays },
            rates: ratesFromKept(rates).map(({ rateBasisPoints, ...each }) => ({
              ...each,
              annualRatePercent: rateBasisPoints / 100,
            })),
          }
        : null,
  }
}

const inTheirOrder = sql`order by retired_at is not null, is_default desc, name`
const offered = (retired: string | undefined) => (retired === 'true' ? sql`true` : sql`retired_at is null`)

export const listAccountTypes = shortListOf(
  accountTypes.listAccountTypes,
  ['name', 'code'],
  async ({ tx }, { retired }) => {
    const rows = await tx.many<TypeRow>(
      sql`select ${typeColumns} from app.account_type where ${offered(retired)} ${inTheirOrder}`,
    )
    return rows.map(typeFrom)
  },
)

/** Every account type, retired ones too, with its control account. */
export async function findAccountTypes(tx: Tx): Promise<(AccountType & { controlId: AccountId })[]> {
  const rows = await tx.many<TypeRow & { controlId: AccountId }>(
    sql`select ${typeColumns}, control_id from app.account_type`,
  )
  return rows.map(({ controlId, ...row }) => ({ ...typeFrom(row), controlId }))
}

export async function findAccountType(tx: Tx, id: AccountTypeId): Promise<AccountType> {
  const found = await tx.maybe<TypeRow>(sql`select ${typeColumns} from app.account_type where account_type_id = ${id}`)
  return found ? typeFrom(found) : refuse('not_found')
}

/** The settings as the domain holds them. */
export async function findSettings(tx: Tx): Promise<Settings> {
  const row = await tx.one<Omit<Settings, 'contributionsDueFrom'> & { contributionsDueFrom: Day }>(sql`
    select society_kind, fiscal_year_start, share_par_value, shares_min, share_ceiling_basis_points, contribution_min, contributions_due_from, entrance_fee, savings_multiple_percent,
      waiting_months, guarantors_required, exit_notice_months, leaving_fee, withdrawal_approvals, withdrawal_approvals_from, share_approvals, share_approvals_from,
      journal_approvals, journal_approvals_from, reversal_approvals, reversal_approvals_from, write_off_approvals, write_off_approvals_from,
      loan_interest_basis, suspend_interest_after_days, arrears_tolerance, arrears_tolerance_days, arrears_cured_after from app.configuration`)
  return { ...row, contributionsDueFrom: periodOf(row.contributionsDueFrom) }
}

export async function readConfiguration(tx: Tx): Promise<Replied<typeof contract.getConfiguration>> {
  const [{ shareCeilingBasisPoints, savingsMultiplePercent, ...settings }, books] = await Promise.all([
    findSettings(tx),
    tx.one<{ booksBeginOn: Day; closedThrough: Day | null }>(
      sql`select books_begin_on, closed_through from ledger.head`,
    ),
  ])
  return {
    ...settings,
    shareCeilingPercent: shareCeilingBasisPoints / 100,
    savingsMultiple: savingsMultiplePercent / 100,
    ...books,
  }
}

export const getConfiguration = action(contract.getConfiguration, ({ tx }) => readConfiguration(tx))

type ChangeRow = Omit<Replied<typeof contract.listConfigurationChanges>, 'changes'> & { fields: FieldChange[] }

export const listConfigurationChanges = pageOf(contract.listConfigurationChanges, {
  select: sql`change_id as id, kind, subject_name, fields, changed_by_name as "changedBy", changed_at`,
  from: sql`app.configuration_change`,
  where: { kind: (kind) => sql`kind = ${kind}` },
  search: { text: sql`coalesce(subject_name, '') || ' ' || changed_by_name` },
  sorts: { changedAt: [sql`changed_at`, sql`change_id`] },
  order: '-changedAt',
  last: sql`change_id`,
  row: ({ fields, ...row }: ChangeRow) => ({ ...row, changes: fields.map(inNaira) }),
})

function inNaira({ field, before, after }: FieldChange): FieldChange {
  const told = (value: FieldChange['before']) =>
    settingsInMoney.includes(field) && typeof value === 'string' ? nairaNumber(kobo(value)) : value
  return { field, before: told(before), after: told(after) }
}

type LoanRow = Omit<LoanConfiguration, 'annualRatePercent' | 'savingsMultiple' | keyof LoanRules> & {
  rate: number
  multiple: number
  rules: StoredRules<LoanRules>
}

const loanColumns = sql`loan_configuration_id as id, name, interest_method, annual_rate_ppm as rate,
  instalments_max, savings_multiple_percent as multiple, rules, is_default, retired_at is not null as retired`

function loanConfigurationFrom({ rate, multiple, rules, ...row }: LoanRow): LoanConfiguration {
  const { yearSteps, rateSteps, approvalSteps, ...rest } = rulesFromKept<LoanRules>(rules)
  return {
    ...row,
    annualRatePercent: rate / 10_000,
    savingsMultiple: multiple / 100,
    ...rest,
    topUpAfterPercent: rest.topUpAfterPercent ?? null,
    forGoods: rest.forGoods ?? false,
    approvalSteps: [...approvalSteps],
    rateSteps: rateSteps.map((step) => ({
      instalments: step.instalments,
      annualRatePercent: step.annualRatePpm / 10_000,
    })),
    yearSteps: yearSteps.map(({ years, multiplePercent }) => ({ years, multiple: multiplePercent / 100 })),
  }
}

/** What a loan product asks, as the domain holds it. */
export function rulesOf(terms: Pick<LoanConfiguration, keyof LoanRules>): LoanRules {
  const asked = Object.keys(plainRules).map((name) => [name, terms[name as keyof LoanRules]])
  return {
    ...(Object.fromEntries(asked) as LoanRules),
    rateSteps: terms.rateSteps
      .map(({ instalments, annualRatePercent }) => ({ instalments, annualRatePpm: millionths(annualRatePercent) ?? 0 }))
      .toSorted((one, other) => one.instalments - other.instalments),
    yearSteps: terms.yearSteps
      .map(({ years, multiple }) => ({ years, multiplePercent: hundredths(multiple) ?? 0 }))
      .toSorted((one, other) => one.years - other.years),
    approvalSteps: terms.approvalSteps.toSorted((one, other) => (one.from < other.from ? -1 : 1)),
  }
}

/** The terms as their history tells them: steps as one text each. */
export function termsToTell<Terms extends object>(
  terms: Terms &
    Partial<Pick<LoanConfiguration, 'yearSteps' | 'rateSteps' | 'approvalSteps' | 'schedule' | 'fees' | 'penalty'>>,
): Record<string, unknown> {
  const { yearSteps, rateSteps, approvalSteps, schedule, fees, penalty, ...rest } = terms
  return {
    ...rest,
    ...(schedule && scheduleToTell(schedule)),
    ...(rateSteps && {
      rateSteps: rateSteps
        .map(({ instalments, annualRatePercent }) => `up to ${instalments} instalments ${annualRatePercent} %`)
        .join(', '),
    }),
    ...(yearSteps && {
      yearSteps: yearSteps.map(({ years, multiple }) => `from ${years} years ${multiple} times`).join(', '),
    }),
    ...(approvalSteps && {
      approvalSteps: approvalSteps.map(({ from, approvals }) => `from ${moneyText(from)} ${approvals}`).join(', '),
    }),
    ...(fees && { fees: fees.map((fee) => `${fee.name}: ${feeInWords(fee)}`).join('; ') }),
    ...(penalty !== undefined && { penalty: penalty ? penaltyInWords(penalty) : '' }),
  }
}

export const listLoanConfigurations = shortListOf(
  contract.listLoanConfigurations,
  ['name'],
  async ({ tx }, { retired }) => {
    const rows = await tx.many<LoanRow>(
      sql`select ${loanColumns} from app.loan_configuration where ${offered(retired)} ${inTheirOrder}`,
    )
    return rows.map(loanConfigurationFrom)
  },
)

export async function findLoanConfigurations(tx: Tx): Promise<(LoanConfiguration & { code: string })[]> {
  const rows = await tx.many<LoanRow & { code: string }>(sql`select ${loanColumns}, code from app.loan_configuration`)
  return rows.map((row) => ({ ...loanConfigurationFrom(row), code: row.code }))
}

export async function findLoanConfiguration(tx: Tx, id: LoanConfigurationId): Promise<LoanConfiguration> {
  const row = await tx.maybe<LoanRow>(
    sql`select ${loanColumns} from app.loan_configuration where loan_configuration_id = ${id}`,
  )
  return row ? loanConfigurationFrom(row) : refuse('not_found')
}

export const getLoanConfiguration = action(contract.getLoanConfiguration, ({ tx }, { id }) =>
  findLoanConfiguration(tx, id),
)

export const getDefaultLoanConfiguration = action(contract.getDefaultLoanConfiguration, async ({ tx }) => {
  const row = await tx.maybe<LoanRow>(sql`select ${loanColumns} from app.loan_configuration where is_default`)
  return row ? loanConfigurationFrom(row) : refuse('not_found')
})

/** Account types on which a member has or awaits an account, and loan products of which a loan was asked for. */
export async function findProductsInUse(
  tx: Tx,
): Promise<{ accountTypes: ReadonlySet<string>; loanConfigurations: ReadonlySet<string> }> {
  const [types, loans] = await Promise.all([
    tx.many<{ id: string }>(sql`
      select t.account_type_id as id from app.account_type t
      where exists (select from ledger.account a where a.cooperative_id = t.cooperative_id and a.control_id = t.control_id)
        or exists (select from app.transaction m where m.cooperative_id = t.cooperative_id and m.status = 'pending' and m.account_type_id = t.account_type_id)`),
    tx.many<{ id: string }>(sql`
      select c.loan_configuration_id as id from app.loan_configuration c
      where exists (select from app.loan l where l.cooperative_id = c.cooperative_id and l.loan_configuration_id = c.loan_configuration_id)`),
  ])
  return { accountTypes: new Set(types.map(({ id }) => id)), loanConfigurations: new Set(loans.map(({ id }) => id)) }
}

/** Whether what is to be paid to members' banks is on accounts of this type. */
export async function isTypeOfPayables(tx: Tx, id: AccountTypeId): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(
    sql`select exists (select from app.account_type where account_type_id = ${id} and is_payable) as found`,
  )
  return found
}
