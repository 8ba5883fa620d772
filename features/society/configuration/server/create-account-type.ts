import type { createAccountType as contract } from '#features/society/configuration/account-types.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { codeFor } from '#features/accounting/books/rules/code-for.ts'
import { whyNotInterest, whyNotTerms } from '#features/society/configuration/rules/account-type.ts'
import { interestRules } from '#features/society/configuration/rules/interest-rules.ts'
import { interestSaid, describeTerms } from '#features/society/configuration/rules/type-terms.ts'
import type { AccountTypeId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { openControlAccount } from '#platform/ledger/ledger.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { describeRules } from '#features/access/change-requests/server/describe-rules.ts'
import { recordChange } from '#features/access/setting-changes/server/record-change.ts'
import { changesBetween } from '#features/access/audit-trail/rules/field-change.ts'
import { findAccountType, findAccountTypes, findSettings } from './queries.ts'
import { insertAccountType, lockConfiguration } from './store.ts'

/**
 * Adds a savings, deposit or share product and opens its control account. Refuses: account_type_exists, release_is_for_savings,
 * default_is_released, society_takes_no_interest, interest_is_for_savings, deposit_terms_missing, deposit_terms_unwanted, chart_full.
 */
export async function createAccountType(
  tx: Tx,
  actor: TenantActor,
  { name, kind, releaseOn = null, earlyRelease = false, interest, fixedDeposit }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await lockConfiguration(tx)
  const [types, { societyKind }] = await Promise.all([findAccountTypes(tx), findSettings(tx)])
  if (types.some((type) => foldForSearch(type.name) === foldForSearch(name)))
    refuse('account_type_exists', { field: 'name', name })
  const said = interestSaid(interest, fixedDeposit)
  const wrong = whyNotTerms({ kind, isDefault: false, releaseOn }) ?? whyNotInterest(kind, said, societyKind)
  if (wrong) throw wrong
  const controlId = await openControlAccount(tx, actor.cooperativeId, kind, name)

  // From here on it must succeed.
  const code = codeFor(name, new Set(types.map((type) => type.code)))
  const id = newId<AccountTypeId>()
  await insertAccountType(tx, actor.cooperativeId, {
    id,
    code,
    name,
    kind,
    controlId,
    releaseOn,
    earlyRelease,
    ...said,
  })
  const told = { name, kind, ...(releaseOn !== null && { releaseOn, earlyRelease }), ...describeTerms(said) }
  recordChange(tx, actor, name, changesBetween({}, told), { kind: 'account_type', subjectId: id })
  return findAccountType(tx, id)
}

/** The terms by which it earns, because they decide what members get. */
export async function describeNewAccountType(
  _tx: Tx,
  _actor: TenantActor,
  { name, interest, fixedDeposit }: Parsed<typeof contract>,
): Promise<Change | undefined> {
  return describeRules(
    `New account type ${name}`,
    interestRules(interestSaid(null, null)),
    interestRules(interestSaid(interest, fixedDeposit)),
  )
}
