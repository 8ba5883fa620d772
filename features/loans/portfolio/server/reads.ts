import { addMonths, type Day, firstDayOf, periodOf } from '#core/calendar.ts'
import type { LoanConfigurationId, TransactionId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { provisionCode } from '#features/accounting/books/rules/chart.ts'
import {
  classesOf,
  type ClassTerms,
  keptLate,
  type LoansByDelay,
  portfolioAtRisk,
  portfolioTotals,
  type ProvisionClass,
  provisionClasses,
  provisions,
  provisionToPost,
} from '#features/loans/loans/rules/portfolio.ts'
import * as contract from '#features/loans/portfolio/contract.ts'
import { isOwed, lateOn, owedOf } from '#features/savings/arrears/server/reads.ts'
import { action } from '#platform/action.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type DelayRow = {
  id: LoanConfigurationId
  name: string
  daysLate: number
  keptDays: number
  loans: number
  outstanding: bigint
  overdue: bigint
}

type ProductByDelay = LoansByDelay & Pick<DelayRow, 'id' | 'name'>

/** The running loans of each product by how long they are late. */
export async function findLoansByDelay(tx: Tx, today: Day): Promise<ProductByDelay[]> {
  const rows = await tx.many<DelayRow>(sql`
      with late as (${lateOn(today)}),
      running as (
        select l.loan_configuration_id, l.kept_days_late as kept, l.disbursed - l.paid_principal as outstanding, case when late.since is null then 0 else ${today}::date - late.since end as days,
          coalesce(late.overdue, 0) as overdue
        from app.loan l left join late on late.loan_id = l.loan_id and late.in_arrears where l.status = 'active')
      select c.loan_configuration_id as id, c.name, r.days::int as days_late, r.kept as kept_days, count(*)::int as loans, sum(r.outstanding)::bigint as outstanding, sum(r.overdue)::bigint as overdue
      from running r join app.loan_configuration c using (loan_configuration_id) group by c.loan_configuration_id, c.name, r.days, r.kept order by c.name`)
  return rows.map((row) => ({ ...row, outstanding: row.outstanding as Kobo, overdue: row.overdue as Kobo }))
}

/** The classes of the provision: those of the society, or those that are built in. */
export async function findProvisionClasses(tx: Tx): Promise<readonly ProvisionClass[]> {
  const terms = await tx.many<ClassTerms>(
    sql`select from_days as from, basis_points from app.provision_class order by place`,
  )
  return terms.length === 0 ? provisionClasses : classesOf(terms)
}

export const getProvisionClasses = action(contract.getProvisionClasses, async ({ tx }) => ({
  classes: (await findProvisionClasses(tx)).map(({ name, from, to, basisPoints }) => ({
    ...{ name, from, percent: basisPoints / 100 },
    to: to ?? null,
  })),
}))

/** What the books have set aside for loan losses, and the journal about it that waits for approval. */
export async function findProvision(
  tx: Tx,
): Promise<{ built: Kobo; waiting: { id: TransactionId; by: string } | null }> {
  return tx.one(sql`
    select coalesce((select sum(b.credits - b.debits) from ledger.balance b join ledger.account a using (account_id) where a.code = ${provisionCode}), 0)::bigint as built,
      (select jsonb_build_object('id', t.transaction_id, 'by', t.recorded_by_name) from app.transaction t
        where t.status = 'pending' and t.type = 'journal'
          and exists (select from app.journal_line j join ledger.account a using (account_id) where j.transaction_id = t.transaction_id and a.code = ${provisionCode})
        order by t.created_at limit 1) as waiting`)
}

/** All running loans together, as they are today. */
export const getLoanPortfolio = action(contract.getLoanPortfolio, async ({ tx, today }) => {
  const period = periodOf(today)
  const [ofSociety, byDelay, { built, waiting }, month] = await Promise.all([
    findProvisionClasses(tx),
    findLoansByDelay(tx, today),
    findProvision(tx),
    tx.one<{ due: bigint; owed: bigint }>(sql`
      select coalesce(sum(i.principal + i.interest + i.fees + i.penalties), 0)::bigint as due, coalesce(sum(${owedOf}), 0)::bigint as owed
      from app.loan_instalment i where i.due_on >= ${firstDayOf(period)} and i.due_on < ${firstDayOf(addMonths(period, 1))} and ${isOwed}`),
  ])
  const classes = provisions(byDelay, ofSociety)
  const products = [...Map.groupBy(byDelay, ({ id }) => id)].map(([loanConfigId, rows]) => ({
    loanConfigId,
    name: rows[0]?.name ?? '',
    ...portfolioTotals(rows),
  }))
  return {
    asOf: today,
    products: products.map(({ overdueLoans: _late, ...product }) => product),
    totals: portfolioTotals(byDelay),
    kept: keptLate(byDelay),
    atRisk: portfolioAtRisk(byDelay).map(({ basisPoints, ...risk }) => ({ ...risk, percent: basisPoints / 100 })),
    provisions: classes.map((each) => ({ ...each, to: each.to ?? null })),
    provision: { built, toPost: provisionToPost(classes, built) as Kobo, waiting: waiting && waiting.id },
    thisMonth: { period, due: month.due as Kobo, owed: month.owed as Kobo, paid: (month.due - month.owed) as Kobo },
  }
})
