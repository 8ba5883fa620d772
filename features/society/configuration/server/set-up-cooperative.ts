import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { setUpCooperative as contract } from '#features/society/configuration/set-up.ts'
import type { TenantActor } from '#core/actor.ts'
import { whyNotInterest, whyNotTerms } from '#features/society/configuration/rules/account-type.ts'
import { whyNotLoanCost } from '#features/society/configuration/rules/loan-product.ts'
import { accountTypePresets, loanConfigurationPresets } from '#features/society/configuration/rules/presets.ts'
import { planSetUp } from '#features/society/configuration/rules/set-up.ts'
import { interestSaid, describeTerms } from '#features/society/configuration/rules/type-terms.ts'
import type { AccountTypeId, LoanConfigurationId } from '#core/ids.ts'
import { plainRules } from '#features/loans/loans/rules/loan-terms.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { changesBetween } from '#features/access/audit-trail/rules/field-change.ts'
import { createAccountType, describeNewAccountType } from './create-account-type.ts'
import { createLoanConfiguration } from './create-loan-configuration.ts'
import { findAccountTypes, findLoanConfigurations, findProductsInUse, termsToTell } from './queries.ts'
import { lockConfiguration } from './store.ts'
import { describeInterest, updateAccountType } from './update-account-type.ts'
import { describeApprovalRules, updateConfiguration } from './update-configuration.ts'
import { describeNewLoans, updateLoanConfiguration } from './update-loan-configuration.ts'

type Input = Parsed<typeof contract>
type Done = Replied<typeof contract>

const registeredTypes: ReadonlySet<string> = new Set(accountTypePresets.map(({ code }) => code))
const registeredLoans: ReadonlySet<string> = new Set(loanConfigurationPresets.map(({ code }) => code))

/**
 * Sets a cooperative up: all that was chosen, or nothing. Products are few, so each goes through its own use case, which
 * checks it and writes its history. Refuses, each by the place in the request: what those use cases refuse.
 */
export async function setUpCooperative(tx: Tx, actor: TenantActor, input: Input): Promise<Done> {
  refuseWrong(input)
  await lockConfiguration(tx)
  const change = () => updateConfiguration(tx, actor, { ...input.settings, societyKind: input.societyKind })
  // A society leaves interest once no product bears any, and must have come back to it before one may.
  if (input.societyKind !== 'non_interest') await change()
  const used = await findProductsInUse(tx)
  const types = await setUpTypes(tx, actor, input.accountTypes, used.accountTypes)
  const loans = await setUpLoans(tx, actor, input.loanConfigurations, used.loanConfigurations)
  if (input.societyKind === 'non_interest') await change()
  return {
    added: [...types.added, ...loans.added],
    changed: [...types.changed, ...loans.changed],
    kept: [...types.kept, ...loans.kept],
    retired: [...types.retired, ...loans.retired],
  }
}

function refuseWrong({ societyKind, accountTypes, loanConfigurations }: Input): void {
  const inPlace = (place: string, refusal: Refusal | undefined) =>
    refusal ? [new Refusal(refusal.code, { ...refusal.detail, field: `${place}.${refusal.detail.field}` })] : []
  const wrong = [
    ...accountTypes.flatMap(({ kind, releaseOn = null, interest, fixedDeposit }, at) =>
      inPlace(
        `accountTypes.${at}`,
        whyNotTerms({ kind, isDefault: false, releaseOn }) ??
          whyNotInterest(kind, interestSaid(interest, fixedDeposit), societyKind),
      ),
    ),
    ...loanConfigurations.flatMap((loan, at) => inPlace(`loanConfigurations.${at}`, whyNotLoanCost(loan, societyKind))),
  ]
  if (wrong[0]) throw wrong[0]
}

async function setUpTypes(
  tx: Tx,
  actor: TenantActor,
  chosen: Input['accountTypes'],
  used: ReadonlySet<string>,
): Promise<Done> {
  const before = await findAccountTypes(tx)
  const other = chosen.findIndex(({ name, kind }) =>
    before.some((type) => foldForSearch(type.name) === foldForSearch(name) && type.kind !== kind),
  )
  if (other >= 0)
    refuse('account_type_exists', { field: `accountTypes.${other}.name`, name: chosen[other]?.name ?? '' })
  const plan = planTypes(before, chosen, used)
  const done: Done = { added: [], changed: [], kept: [], retired: plan.retire.map(({ name }) => name) }
  for (const type of plan.add) done.added.push((await createAccountType(tx, actor, type)).name)
  for (const {
    id,
    chosen: { releaseOn = null, earlyRelease = false, interest = null, fixedDeposit },
  } of plan.change) {
    const after = await updateAccountType(tx, actor, {
      id: id as AccountTypeId,
      releaseOn,
      earlyRelease,
      interest,
      retired: false,
      ...(fixedDeposit && { fixedDeposit }),
    })
    const told = (type: typeof after | undefined) => ({
      ...type,
      ...describeTerms(interestSaid(type?.interest, type?.fixedDeposit)),
    })
    done[changesBetween(told(before.find((type) => type.id === id)), told(after)).length > 0 ? 'changed' : 'kept'].push(
      after.name,
    )
  }
  for (const { id, name, offerAgain } of plan.keep) {
    if (offerAgain) await updateAccountType(tx, actor, { id: id as AccountTypeId, retired: false })
    done.kept.push(name)
  }
  if (plan.lead !== undefined)
    await updateAccountType(tx, actor, { id: idOf(await findAccountTypes(tx), plan.lead), isDefault: true })
  for (const { id } of plan.retire) await updateAccountType(tx, actor, { id: id as AccountTypeId, retired: true })
  return done
}

function planTypes(
  before: Awaited<ReturnType<typeof findAccountTypes>>,
  chosen: Input['accountTypes'],
  used: ReadonlySet<string>,
) {
  return planSetUp(
    before.map((type) => ({ ...type, used: used.has(type.id) })),
    chosen,
    registeredTypes,
    ({ kind, releaseOn }) => kind === 'savings' && !releaseOn,
  )
}

async function setUpLoans(
  tx: Tx,
  actor: TenantActor,
  chosen: Input['loanConfigurations'],
  used: ReadonlySet<string>,
): Promise<Done> {
  const before = await findLoanConfigurations(tx)
  const plan = planSetUp(
    before.map((loan) => ({ ...loan, used: used.has(loan.id) })),
    chosen,
    registeredLoans,
    () => true,
  )
  const done: Done = { added: [], changed: [], kept: [], retired: plan.retire.map(({ name }) => name) }
  for (const loan of plan.add) done.added.push((await createLoanConfiguration(tx, actor, loan)).name)
  for (const { id, chosen: loan } of plan.change) {
    const given = Object.fromEntries(Object.entries(loan).filter(([, value]) => value !== undefined))
    const after = await updateLoanConfiguration(tx, actor, {
      ...plainRules,
      yearSteps: [],
      rateSteps: [],
      approvalSteps: [],
      ...given,
      id: id as LoanConfigurationId,
      retired: false,
    })
    const was = before.find((each) => each.id === id)
    done[was && changesBetween(termsToTell(was), termsToTell(after)).length === 0 ? 'kept' : 'changed'].push(after.name)
  }
  for (const { id, name, offerAgain } of plan.keep) {
    if (offerAgain) await updateLoanConfiguration(tx, actor, { id: id as LoanConfigurationId, retired: false })
    done.kept.push(name)
  }
  if (plan.lead !== undefined)
    await updateLoanConfiguration(tx, actor, { id: idOf(await findLoanConfigurations(tx), plan.lead), isDefault: true })
  for (const { id } of plan.retire)
    await updateLoanConfiguration(tx, actor, { id: id as LoanConfigurationId, retired: true })
  return done
}

function idOf<Id>(all: readonly { id: Id; name: string }[], name: string): Id {
  return all.find((each) => foldForSearch(each.name) === foldForSearch(name))?.id ?? refuse('not_found')
}

/** Only what of it says how many officers must approve, of money and of loans, and what interest members get. */
export async function describeSetUp(
  tx: Tx,
  actor: TenantActor,
  { settings, accountTypes, loanConfigurations }: Input,
): Promise<Change | undefined> {
  const rules = [await describeApprovalRules(tx, actor, settings)]
  const { accountTypes: used } = await findProductsInUse(tx)
  const types = planTypes(await findAccountTypes(tx), accountTypes, used)
  for (const type of types.add) rules.push(await describeNewAccountType(tx, actor, type))
  for (const { id, chosen } of types.change) {
    const { interest = null, fixedDeposit } = chosen
    rules.push(await describeInterest(tx, actor, { id: id as AccountTypeId, interest, fixedDeposit }))
  }
  for (const loan of loanConfigurations) rules.push(await describeNewLoans(tx, actor, loan))
  const told = rules.flatMap((rule) => (rule ? [rule.description] : []))
  return told.length === 0 ? undefined : { description: `Set up the cooperative. ${told.join('; ')}` }
}
