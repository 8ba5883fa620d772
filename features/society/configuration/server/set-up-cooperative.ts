import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { setUpCooperative as contract } from '#features/society/configuration/set-up.ts'
import { whyNotInterest, whyNotTerms } from '#features/society/configuration/rules/account-type.ts'
import { whyNotLoanCost } from '#features/society/configuration/rules/loan-product.ts'
import { accountTypePresets, loanConfigurationPresets } from '#features/society/configuration/rules/presets.ts'
import { planSetUp } from '#features/society/configuration/rules/set-up.ts'
import { interestSaid, describeTerms } from '#features/society/configuration/rules/type-terms.ts'
import type { AccountTypeId, LoanConfigurationId } from '#core/ids.ts'
import { plainRules } from '#features/loans/loans/rules/loan-terms.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import type { Ask } from '#platform/action.ts'
import { changesBetween } from '#features/access/audit-trail/rules/field-change.ts'
import {
  accountTypeExists,
  createAccountType,
  createLoanConfiguration,
  describeApprovalRules,
  describeInterest,
  describeNewAccountType,
  describeNewLoans,
  updateAccountType,
  updateConfiguration,
  updateLoanConfiguration,
} from './actions.ts'
import { findAccountTypes, findLoanConfigurations, findProductsInUse, termsToTell } from './reads.ts'
import { lockConfiguration } from './writes.ts'

type Input = Parsed<typeof contract>
type Done = Replied<typeof contract>

const registeredTypes: ReadonlySet<string> = new Set(accountTypePresets.map(({ code }) => code))
const registeredLoans: ReadonlySet<string> = new Set(loanConfigurationPresets.map(({ code }) => code))

/**
 * Sets a cooperative up: all that was chosen, or nothing. Products are few, so each goes through its own use case, which
 * checks it and writes its history. Refuses, each by the place in the request: what those use cases refuse.
 */
export const setUpCooperative = waitingAction(
  contract,
  async (ask, { settings, accountTypes, loanConfigurations }) => {
    const { tx } = ask
    // Only what of it says how many officers must approve, of money and of loans, and what interest members get.
    const rules = [await describeApprovalRules(ask, settings)]
    const { accountTypes: used } = await findProductsInUse(tx)
    const types = planTypes(await findAccountTypes(tx), accountTypes, used)
    for (const type of types.add) rules.push(describeNewAccountType(type))
    for (const { id, chosen } of types.change) {
      const { interest = null, fixedDeposit } = chosen
      rules.push(await describeInterest(ask, { id: id as AccountTypeId, interest, fixedDeposit }))
    }
    for (const loan of loanConfigurations) rules.push(await describeNewLoans(ask, loan))
    const told = rules.flatMap((rule) => (rule ? [rule.description] : []))
    return told.length === 0 ? undefined : { description: `Set up the cooperative. ${told.join('; ')}` }
  },
  async (ask, input) => {
    const { tx } = ask
    refuseWrong(input)
    await lockConfiguration(tx)
    const change = () => updateConfiguration(ask, { ...input.settings, societyKind: input.societyKind })
    // A society leaves interest once no product bears any, and must have come back to it before one may.
    if (input.societyKind !== 'non_interest') await change()
    const used = await findProductsInUse(tx)
    const types = await setUpTypes(ask, input.accountTypes, used.accountTypes)
    const loans = await setUpLoans(ask, input.loanConfigurations, used.loanConfigurations)
    if (input.societyKind === 'non_interest') await change()
    return {
      added: [...types.added, ...loans.added],
      changed: [...types.changed, ...loans.changed],
      kept: [...types.kept, ...loans.kept],
      retired: [...types.retired, ...loans.retired],
    }
  },
)

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

async function setUpTypes(ask: Ask, chosen: Input['accountTypes'], used: ReadonlySet<string>): Promise<Done> {
  const before = await findAccountTypes(ask.tx)
  const other = chosen.findIndex(({ name, kind }) =>
    before.some((type) => foldForSearch(type.name) === foldForSearch(name) && type.kind !== kind),
  )
  if (other >= 0) refuse(accountTypeExists({ field: `accountTypes.${other}.name`, name: chosen[other]?.name ?? '' }))
  const plan = planTypes(before, chosen, used)
  const done: Done = { added: [], changed: [], kept: [], retired: plan.retire.map(({ name }) => name) }
  for (const type of plan.add) done.added.push((await createAccountType(ask, type)).name)
  for (const {
    id,
    chosen: { releaseOn = null, earlyRelease = false, interest = null, fixedDeposit },
  } of plan.change) {
    const after = await updateAccountType(ask, {
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
    if (offerAgain) await updateAccountType(ask, { id: id as AccountTypeId, retired: false })
    done.kept.push(name)
  }
  if (plan.lead !== undefined)
    await updateAccountType(ask, { id: idOf(await findAccountTypes(ask.tx), plan.lead), isDefault: true })
  for (const { id } of plan.retire) await updateAccountType(ask, { id: id as AccountTypeId, retired: true })
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

async function setUpLoans(ask: Ask, chosen: Input['loanConfigurations'], used: ReadonlySet<string>): Promise<Done> {
  const before = await findLoanConfigurations(ask.tx)
  const plan = planSetUp(
    before.map((loan) => ({ ...loan, used: used.has(loan.id) })),
    chosen,
    registeredLoans,
    () => true,
  )
  const done: Done = { added: [], changed: [], kept: [], retired: plan.retire.map(({ name }) => name) }
  for (const loan of plan.add) done.added.push((await createLoanConfiguration(ask, loan)).name)
  for (const { id, chosen: loan } of plan.change) {
    const given = Object.fromEntries(Object.entries(loan).filter(([, value]) => value !== undefined))
    const after = await updateLoanConfiguration(ask, {
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
    if (offerAgain) await updateLoanConfiguration(ask, { id: id as LoanConfigurationId, retired: false })
    done.kept.push(name)
  }
  if (plan.lead !== undefined)
    await updateLoanConfiguration(ask, { id: idOf(await findLoanConfigurations(ask.tx), plan.lead), isDefault: true })
  for (const { id } of plan.retire) await updateLoanConfiguration(ask, { id: id as LoanConfigurationId, retired: true })
  return done
}

function idOf<Id>(all: readonly { id: Id; name: string }[], name: string): Id {
  return all.find((each) => foldForSearch(each.name) === foldForSearch(name))?.id ?? refuse('not_found')
}
