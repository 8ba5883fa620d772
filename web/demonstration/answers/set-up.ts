import type { Parsed, Replied } from '#contract/endpoint.ts'
import { setUpCooperative as contract } from '#contract/society/set-up.ts'
import { whyNotInterest } from '#domain/society/configuration/account-type.ts'
import { whyNotLoanCost } from '#domain/society/configuration/loan-product.ts'
import { accountTypePresets, loanConfigurationPresets } from '#domain/society/configuration/presets.ts'
import { planSetUp, type SetUpPlan } from '#domain/society/configuration/set-up.ts'
import { interestSaid } from '#domain/society/configuration/type-terms.ts'
import type { AccountTypeId, LoanConfigurationId } from '#domain/ids.ts'
import { plainRules } from '#domain/lending/loans/loan-terms.ts'
import { refuse } from '#domain/refusal.ts'
import { foldForSearch } from '#domain/searching.ts'
import { type Answer, inside, type Place } from '#web/demonstration/answering.ts'
import { createAccountType, createLoanConfiguration, definedOf, updateAccountType, updateConfiguration, updateLoanConfiguration } from './configuration.ts'

type Input = Parsed<typeof contract>
type Done = Replied<typeof contract>

export const setUpAnswers: readonly Answer[] = [inside(contract, setUpCooperative)]

function setUpCooperative(place: Place, input: Input): Done {
  refuseWrong(input)
  const change = () => updateConfiguration(place, { ...input.settings, societyKind: input.societyKind })
  if (input.societyKind !== 'non_interest') change()
  const types = setUpTypes(place, input.accountTypes)
  const loans = setUpLoans(place, input.loanConfigurations)
  if (input.societyKind === 'non_interest') change()
  return { added: [...types.added, ...loans.added], changed: [...types.changed, ...loans.changed], kept: [...types.kept, ...loans.kept], retired: [...types.retired, ...loans.retired] }
}

function refuseWrong({ societyKind, accountTypes, loanConfigurations }: Input): void {
  for (const [at, { kind, interest, fixedDeposit }] of accountTypes.entries()) {
    const wrong = whyNotInterest(kind, interestSaid(interest, fixedDeposit), societyKind)
    if (wrong) refuse(wrong.code, { field: `accountTypes.${at}.${wrong.detail.field}` })
  }
  for (const [at, loan] of loanConfigurations.entries()) {
    const wrong = whyNotLoanCost(loan, societyKind)
    if (wrong) refuse(wrong.code, { field: `loanConfigurations.${at}.annualRatePercent` })
  }
}

function setUpTypes(place: Place, chosen: Input['accountTypes']): Done {
  const { accountTypes, movements } = place.society
  const used = new Set<string>(movements.map(({ accountTypeId }) => accountTypeId))
  const plan = planSetUp(accountTypes.map((type) => ({ ...type, used: used.has(type.id) })), chosen, new Set(accountTypePresets.map(({ code }) => code)), ({ kind, releaseOn }) => kind === 'savings' && !releaseOn)
  return carryOut(place, plan, {
    add: (type) => createAccountType(place, type),
    change: (id, { releaseOn = null, earlyRelease = false, interest = null, fixedDeposit }) =>
      updateAccountType(place, { id: id as AccountTypeId, releaseOn, earlyRelease, interest, retired: false, ...(fixedDeposit && { fixedDeposit }) }),
    mark: (id, marks) => updateAccountType(place, { id: id as AccountTypeId, ...marks }),
    all: accountTypes,
  })
}

function setUpLoans(place: Place, chosen: Input['loanConfigurations']): Done {
  const { loanConfigurations, loans } = place.society
  const used = new Set<string>(loans.map(({ loanConfigId }) => loanConfigId))
  const standing = loanConfigurations.map((loan) => ({ ...loan, code: foldForSearch(loan.name), used: used.has(loan.id) }))
  return carryOut(place, planSetUp(standing, chosen, new Set(loanConfigurationPresets.map(({ code }) => code)), () => true), {
    add: (loan) => createLoanConfiguration(place, loan),
    change: (id, loan) => updateLoanConfiguration(place, { ...plainRules, yearSteps: [], approvalSteps: [], ...definedOf(loan), id: id as LoanConfigurationId, retired: false }),
    mark: (id, marks) => updateLoanConfiguration(place, { id: id as LoanConfigurationId, ...marks }),
    all: loanConfigurations,
  })
}

type Acts<Chosen> = {
  add: (chosen: Chosen) => void
  change: (id: string, chosen: Chosen) => void
  mark: (id: string, marks: { isDefault: true } | { retired: boolean }) => void
  all: readonly { id: string; name: string }[]
}

function carryOut<Chosen extends { name: string }>({ society }: Place, plan: SetUpPlan<Chosen>, { add, change, mark, all }: Acts<Chosen>): Done {
  const done: Done = { added: plan.add.map(({ name }) => name), changed: [], kept: plan.keep.map(({ name }) => name), retired: plan.retire.map(({ name }) => name) }
  for (const chosen of plan.add) add(chosen)
  for (const { id, chosen } of plan.change) {
    const lines = society.changes.length
    change(id, chosen)
    done[society.changes.length > lines ? 'changed' : 'kept'].push(chosen.name)
  }
  for (const { id, offerAgain } of plan.keep) if (offerAgain) mark(id, { retired: false })
  const leader = all.find(({ name }) => plan.lead !== undefined && foldForSearch(name) === foldForSearch(plan.lead))
  if (leader) mark(leader.id, { isDefault: true })
  for (const { id } of plan.retire) mark(id, { retired: true })
  return done
}
