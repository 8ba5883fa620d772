import type { createLoanConfiguration as contract } from '#contract/configuration.ts'
import type { Parsed } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { codeFor } from '#domain/configuration/account-type.ts'
import { changesBetween, hundredths } from '#domain/configuration/settings.ts'
import type { LoanConfigurationId } from '#domain/ids.ts'
import { refuse } from '#domain/refusal.ts'
import { foldForSearch } from '#domain/searching.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { openControlAccount } from '#server/ledger/ledger.ts'
import { findLoanConfiguration, findLoanConfigurations, type LoanConfiguration } from './queries.ts'
import { insertChange, insertLoanConfiguration, lockConfiguration } from './store.ts'

/** Adds a loan product. Refuses: loan_configuration_exists, chart_full. */
export async function createLoanConfiguration(tx: Tx, actor: TenantActor, terms: Parsed<typeof contract>): Promise<LoanConfiguration> {
  await lockConfiguration(tx)
  const all = await findLoanConfigurations(tx)
  if (all.some(({ name }) => foldForSearch(name) === foldForSearch(terms.name))) refuse('loan_configuration_exists', { field: 'name', name: terms.name })

  // From here on it must succeed.
  const id = newId<LoanConfigurationId>()
  const { annualRatePercent, savingsMultiple, ...rest } = terms
  await insertLoanConfiguration(tx, actor.cooperativeId, {
    ...rest,
    id,
    code: codeFor(terms.name, new Set(all.map(({ code }) => code))),
    controlId: await openControlAccount(tx, actor.cooperativeId, 'loans', `${terms.name} loans`),
    annualRateBasisPoints: hundredths(annualRatePercent) ?? 0,
    savingsMultiplePercent: hundredths(savingsMultiple) ?? 0,
  })
  insertChange(tx, actor, { kind: 'loan_configuration', subjectId: id, subjectName: terms.name, fields: changesBetween({}, terms) })
  return findLoanConfiguration(tx, id)
}
