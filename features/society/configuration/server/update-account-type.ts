import type { updateAccountType as contract } from '#features/society/configuration/account-types.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { type InterestSaid, whyNotInterest, whyNotTerms } from '#features/society/configuration/rules/account-type.ts'
import { interestRules } from '#features/society/configuration/rules/interest-rules.ts'
import { interestSaid, describeTerms } from '#features/society/configuration/rules/type-terms.ts'
import { refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import type { Tx } from '#platform/db/tx.ts'
import { renameAccounts } from '#platform/ledger/ledger.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { describeRules } from '#features/access/change-requests/server/describe-rules.ts'
import { recordChange } from '#features/access/setting-changes/server/record-change.ts'
import { changesBetween } from '#features/access/audit-trail/rules/field-change.ts'
import { findAccountType, findAccountTypes, findSettings, isTypeOfPayables } from './queries.ts'
import { lockConfiguration, updateAccountTypeRow } from './store.ts'

/**
 * Renames an account type, sets its release date or its interest, makes it the default, retires it or brings it back.
 * Refuses: account_type_exists, default_is_needed, retired_is_no_default, release_is_for_savings, default_is_released,
 * deposit_is_no_default, society_takes_no_interest, interest_is_for_savings, deposit_terms_unwanted, payables_stay_plain.
 */
export async function updateAccountType(
  tx: Tx,
  actor: TenantActor,
  { id, ...input }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await lockConfiguration(tx)
  const [types, { societyKind }] = await Promise.all([findAccountTypes(tx), findSettings(tx)])
  const before = types.find((type) => type.id === id) ?? refuse('not_found')
  const after = {
    name: input.name ?? before.name,
    isDefault: input.isDefault ?? before.isDefault,
    retired: input.retired ?? before.retired,
    releaseOn: input.releaseOn === undefined ? before.releaseOn : input.releaseOn,
    earlyRelease: input.earlyRelease ?? before.earlyRelease,
  }
  if (types.some((type) => type.id !== id && foldForSearch(type.name) === foldForSearch(after.name))) {
    refuse('account_type_exists', { field: 'name', name: after.name })
  }
  if (after.retired && before.isDefault) refuse('default_is_needed', { field: 'retired', name: before.name })
  if (after.retired && after.isDefault) refuse('retired_is_no_default', { field: 'isDefault', name: before.name })
  if (after.isDefault && before.kind === 'fixed_deposit')
    refuse('deposit_is_no_default', { field: 'isDefault', name: before.name })
  const [saidBefore, said] = interestOf(before, input)
  // What a society that turned to non-interest retired may be renamed and stay as it is.
  const wrong =
    whyNotTerms({ ...after, kind: before.kind }) ??
    whyNotInterest(before.kind, said, after.retired ? 'general' : societyKind)
  if (wrong) throw wrong
  const staysPlain = after.retired && after.releaseOn === null && said.savings === null
  if (!staysPlain && (await isTypeOfPayables(tx, id))) refuse('payables_stay_plain', { name: before.name })
  const fields = changesBetween({ ...before, ...describeTerms(saidBefore) }, { ...after, ...describeTerms(said) })
  if (fields.length === 0) {
    tx.nothingChanged()
    return findAccountType(tx, id)
  }

  // From here on the change must succeed.
  await updateAccountTypeRow(tx, id, { ...after, ...said })
  if (after.name !== before.name) await renameAccounts(tx, before.controlId, before.name, after.name)
  recordChange(tx, actor, after.name, fields, { kind: 'account_type', subjectId: id })
  return findAccountType(tx, id)
}

/** Each term of the interest that changes, because it decides what members get. Refuses: not_found. */
export async function describeInterest(
  tx: Tx,
  _actor: TenantActor,
  { id, ...input }: Parsed<typeof contract>,
): Promise<Change | undefined> {
  const before = await findAccountType(tx, id)
  const [was, is] = interestOf(before, input)
  return describeRules(`Account type ${before.name}`, interestRules(was), interestRules(is))
}

function interestOf(
  before: Pick<Replied<typeof contract>, 'interest' | 'fixedDeposit'>,
  { interest, fixedDeposit }: Pick<Parsed<typeof contract>, 'interest' | 'fixedDeposit'>,
): [was: InterestSaid, is: InterestSaid] {
  return [
    interestSaid(before.interest, before.fixedDeposit),
    interestSaid(interest === undefined ? before.interest : interest, fixedDeposit ?? before.fixedDeposit),
  ]
}
