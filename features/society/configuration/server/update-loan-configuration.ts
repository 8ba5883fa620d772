import type {
  createLoanConfiguration as newContract,
  updateLoanConfiguration as contract,
} from '#features/society/configuration/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { whyNotLoanCost } from '#features/society/configuration/rules/loan-product.ts'
import { hundredths, millionths } from '#core/percent.ts'
import { type ApprovalStep, approvalsOfLoan } from '#features/loans/loans/rules/loan-terms.ts'
import { moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
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
import { definedOf } from './create-loan-configuration.ts'
import { lockConfiguration, updateLoanConfigurationRow } from './store.ts'

/**
 * Changes the fields of a loan product that are named; loans that were asked for keep their terms.
 * Refuses: loan_configuration_exists, default_is_needed, retired_is_no_default,
 * society_lends_without_interest.
 */
export async function updateLoanConfiguration(
  tx: Tx,
  actor: TenantActor,
  { id, schedule, ...input }: Parsed<typeof contract>,
): Promise<LoanConfiguration> {
  await lockConfiguration(tx)
  const [all, { societyKind }] = await Promise.all([findLoanConfigurations(tx), findSettings(tx)])
  const found = all.find((each) => each.id === id) ?? refuse('not_found')
  const { id: _id, code: _code, ...before } = found
  const after = { ...before, ...definedOf(input), schedule: { ...before.schedule, ...definedOf(schedule ?? {}) } }
  if (all.some((each) => each.id !== id && foldForSearch(each.name) === foldForSearch(after.name))) {
    refuse('loan_configuration_exists', { field: 'name', name: after.name })
  }
  if (after.retired && before.isDefault) refuse('default_is_needed', { field: 'retired', name: before.name })
  if (after.retired && after.isDefault) refuse('retired_is_no_default', { field: 'isDefault', name: before.name })
  // What a society that turned to non-interest retired may be renamed and stay as it is.
  const wrong = after.retired ? undefined : whyNotLoanCost(after, societyKind)
  if (wrong) throw wrong
  const fields = changesBetween(termsToTell(before), termsToTell(after))
  if (fields.length === 0) {
    tx.nothingChanged()
    return findLoanConfiguration(tx, id)
  }

  // From here on the change must succeed.
  await updateLoanConfigurationRow(tx, id, {
    name: after.name,
    interestMethod: after.interestMethod,
    instalmentsMax: after.instalmentsMax,
    isDefault: after.isDefault,
    retired: after.retired,
    rules: rulesOf(after),
    annualRatePpm: millionths(after.annualRatePercent) ?? 0,
    savingsMultiplePercent: hundredths(after.savingsMultiple) ?? 0,
  })
  recordChange(tx, actor, after.name, fields, { kind: 'loan_configuration', subjectId: id })
  return findLoanConfiguration(tx, id)
}

/** Only how many officers must approve a loan of this product. */
export async function describeLoanApprovals(
  tx: Tx,
  _actor: TenantActor,
  { id, approvalSteps }: Parsed<typeof contract>,
): Promise<Change | undefined> {
  if (approvalSteps === undefined) return undefined
  const { name, approvalSteps: before } = await findLoanConfiguration(tx, id)
  return told(before) === told(approvalSteps)
    ? undefined
    : { description: `Approvals of ${name} loans: ${told(before)} → ${told(approvalSteps)}` }
}

/** A new product, where for some amount another one asks for more approvals: members could be lent under the new one instead. */
export async function describeNewLoans(
  tx: Tx,
  _actor: TenantActor,
  { name, approvalSteps = [] }: Parsed<typeof newContract>,
): Promise<Change | undefined> {
  // One that is retired counts too: it may have been retired for this.
  const stricter = (await findLoanConfigurations(tx)).find((each) =>
    each.approvalSteps.some(({ from, approvals }) => approvals > approvalsOfLoan(approvalSteps, from)),
  )
  return stricter
    ? {
        description: `New loan product ${name}. Approvals: ${told(approvalSteps)}; of ${stricter.name} loans: ${told(stricter.approvalSteps)}`,
      }
    : undefined
}

function told(steps: readonly ApprovalStep[]): string {
  return steps.length === 0
    ? '1'
    : steps.map(({ from, approvals }) => `${approvals} from ${moneyText(from)}`).join(', ')
}
