import type { createLoanConfiguration as contract } from '#features/society/configuration/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { codeFor } from '#features/accounting/books/rules/code-for.ts'
import { whyNotLoanCost } from '#features/society/configuration/rules/loan-product.ts'
import { hundredths, millionths } from '#core/percent.ts'
import type { LoanConfigurationId } from '#core/ids.ts'
import { plainRules } from '#features/loans/loans/rules/loan-terms.ts'
import { plainSchedule } from '#features/loans/loans/rules/schedule-terms.ts'
import { refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { openControlAccount } from '#platform/ledger/ledger.ts'
import { recordChange } from '#features/access/setting-changes/server/record-change.ts'
import { changesBetween } from '#features/access/audit-trail/rules/field-change.ts'
import {
  findLoanConfiguration,
  findLoanConfigurations,
  findSettings,
  type LoanConfiguration,
  rulesOf,
  termsToTell,
} from './queries.ts'
import { insertLoanConfiguration, lockConfiguration } from './store.ts'

/** Adds a loan product. Refuses: loan_configuration_exists, society_lends_without_interest, chart_full. */
export async function createLoanConfiguration(
  tx: Tx,
  actor: TenantActor,
  { schedule: asked, ...terms }: Parsed<typeof contract>,
): Promise<LoanConfiguration> {
  await lockConfiguration(tx)
  const [all, { societyKind }] = await Promise.all([findLoanConfigurations(tx), findSettings(tx)])
  if (all.some(({ name }) => foldForSearch(name) === foldForSearch(terms.name)))
    refuse('loan_configuration_exists', { field: 'name', name: terms.name })
  const schedule = { ...plainSchedule, ...definedOf(asked ?? {}) }
  const wrong = whyNotLoanCost({ ...terms, repaidEvery: terms.repaidEvery ?? 'month', schedule }, societyKind)
  if (wrong) throw wrong

  // From here on it must succeed.
  const id = newId<LoanConfigurationId>()
  const rules = rulesOf({
    ...plainRules,
    yearSteps: [],
    rateSteps: [],
    approvalSteps: [],
    ...definedOf(terms),
    schedule,
  })
  await insertLoanConfiguration(tx, actor.cooperativeId, {
    name: terms.name,
    interestMethod: terms.interestMethod,
    instalmentsMax: terms.instalmentsMax,
    rules,
    id,
    code: codeFor(terms.name, new Set(all.map(({ code }) => code))),
    controlId: await openControlAccount(tx, actor.cooperativeId, 'loans', `${terms.name} loans`),
    annualRatePpm: millionths(terms.annualRatePercent) ?? 0,
    savingsMultiplePercent: hundredths(terms.savingsMultiple) ?? 0,
  })
  recordChange(tx, actor, terms.name, changesBetween({}, termsToTell({ ...terms, ...(asked && { schedule }) })), {
    kind: 'loan_configuration',
    subjectId: id,
  })
  return findLoanConfiguration(tx, id)
}

/** The fields that were sent: one that was left out keeps what a plain product asks. */
export function definedOf<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>
  }
}
