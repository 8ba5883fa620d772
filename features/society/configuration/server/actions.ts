import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { firstDayOf } from '#core/calendar.ts'
import type { AccountTypeId, LoanConfigurationId } from '#core/ids.ts'
import { kobo, moneyText } from '#core/money.ts'
import { hundredths } from '#core/percent.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { foldForSearch } from '#core/searching.ts'
import { changesBetween, type FieldChange } from '#features/access/audit-trail/rules/field-change.ts'
import { type Change, waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { describeRules } from '#features/access/change-requests/server/describe-rules.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { recordChange } from '#features/access/setting-changes/server/record-change.ts'
import { codeFor } from '#features/accounting/books/rules/code-for.ts'
import { type ApprovalStep, approvalsOfLoan, plainRules } from '#features/loans/loans/rules/loan-terms.ts'
import { plainSchedule } from '#features/loans/loans/rules/schedule-terms.ts'
import { findMayKeepDelay } from '#features/loans/running-loans/server/reads.ts'
import { saveDelays } from '#features/loans/running-loans/server/save-loans.ts'
import * as types from '#features/society/configuration/account-types.ts'
import * as contract from '#features/society/configuration/contract.ts'
import { type InterestSaid, whyNotInterest, whyNotTerms } from '#features/society/configuration/rules/account-type.ts'
import { interestRules } from '#features/society/configuration/rules/interest-rules.ts'
import { bearsInterest, whyNotLoanCost } from '#features/society/configuration/rules/loan-product.ts'
import {
  approvalSettingLabels,
  type Settings,
  settingsInMoney,
} from '#features/society/configuration/rules/settings.ts'
import { describeTerms, interestSaid } from '#features/society/configuration/rules/type-terms.ts'
import { action, type Ask } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, transactionTime, update } from '#platform/db/write.ts'
import { openControlAccount, renameAccounts } from '#platform/ledger/ledger.ts'
import {
  findAccountType,
  findAccountTypes,
  findLoanConfiguration,
  findLoanConfigurations,
  findSettings,
  isTypeOfPayables,
  readConfiguration,
  rulesOf,
  termsToTell,
} from './reads.ts'
import { loanColumnsOf, lockConfiguration, retiredAt, typeColumnsOf } from './writes.ts'

const interestTypesStand = refusal(
  'interest_types_stand',
  409,
  '{name} earns interest. Take the interest off it, or retire it, before this becomes a non-interest society.',
)
const interestLoansStand = refusal(
  'interest_loans_stand',
  409,
  '{name} is a loan with interest. Retire it, or set its rate to 0, before this becomes a non-interest society; where it is the default, make another one the default first.',
)
const penaltyLoansStand = refusal(
  'penalty_loans_stand',
  409,
  '{name} loans ask a penalty, and a non-interest society earns nothing by a delay. Take the penalty out or retire the loan first.',
)
const depositIsNoDefault = refusal(
  'deposit_is_no_default',
  422,
  '{name} is a fixed deposit, which takes no contributions. Make savings the default.',
)
export const accountTypeExists = refusal(
  'account_type_exists',
  409,
  'There is already an account type called {name}. Choose another name.',
)
const defaultIsNeeded = refusal('default_is_needed', 409, '{name} is the default. Make another one the default first.')
const retiredIsNoDefault = refusal(
  'retired_is_no_default',
  409,
  '{name} is retired. Bring it back before you make it the default.',
)
const loanConfigurationExists = refusal(
  'loan_configuration_exists',
  409,
  'There is already a loan configuration called {name}. Choose another name.',
)
const payablesStayPlain = refusal(
  'payables_stay_plain',
  422,
  '{name} holds what is to be paid to members’ banks and takes nothing else. It stays retired and earns no interest.',
)

/** Changes the settings that are named, and keeps what they were. What stays as it was leaves no line. Refuses: interest_types_stand, interest_loans_stand, penalty_loans_stand. */
export const updateConfiguration = waitingAction(
  contract.updateConfiguration,
  (ask, input) => describeApprovalRules(ask, input),
  async (ask, input) => {
    const { tx, actor } = ask
    await lockConfiguration(tx)
    const before = await readConfiguration(tx)
    const fields = changesBetween(before, definedOf(input))
    if (fields.length === 0) {
      tx.nothingChanged()
      return before
    }
    if (input.societyKind === 'non_interest') await refuseWhereInterestStands(tx)
    const rules = await describeApprovalRules(ask, input)

    // From here on the change must succeed.
    const { shareCeilingPercent: ceiling, savingsMultiple: multiple, contributionsDueFrom: dueFrom, ...rest } = input
    await update(
      tx,
      'app.configuration',
      { cooperativeId: actor.cooperativeId },
      {
        ...rest,
        contributionsDueFrom: dueFrom && firstDayOf(dueFrom),
        shareCeilingBasisPoints: ceiling === undefined ? ceiling : hundredths(ceiling),
        savingsMultiplePercent: multiple === undefined ? multiple : hundredths(multiple),
        updatedAt: transactionTime,
      },
    )
    if (fields.some(({ field }) => arrearsSettings.includes(field))) await saveDelays(tx, await findMayKeepDelay(tx))
    if (rules)
      notifyOfficers(tx, actor.cooperativeId, {
        type: 'warning',
        message: t('{name} changed how many officers must approve. {description}.', {
          name: actor.name,
          description: rules.description,
        }),
      })
    recordChange(tx, actor, 'Settings', fields)
    return readConfiguration(tx)
  },
)

/** What decides for how long a loan counts as late. */
const arrearsSettings: readonly string[] = [
  'arrearsTolerance',
  'arrearsToleranceDays',
  'arrearsCuredAfter',
] satisfies (keyof Settings)[]

/** A non-interest society offers nothing that earns interest. */
async function refuseWhereInterestStands(tx: Tx): Promise<void> {
  const [types, loans] = await Promise.all([findAccountTypes(tx), findLoanConfigurations(tx)])
  const standing = types.find(
    ({ retired, interest, fixedDeposit }) => !retired && (interest !== null || fixedDeposit !== null),
  )
  if (standing) refuse(interestTypesStand({ field: 'societyKind', name: standing.name }))
  const loan = loans.find((each) => !each.retired && bearsInterest(each))
  if (loan) refuse(interestLoansStand({ field: 'societyKind', name: loan.name }))
  const late = loans.find(({ retired, penalty }) => !retired && penalty)
  if (late) refuse(penaltyLoansStand({ field: 'societyKind', name: late.name }))
}

/** Only what says how many officers must approve: “Approvals of a withdrawal: 1 → 0”. */
export async function describeApprovalRules(
  { tx }: Pick<Ask, 'tx'>,
  input: Parsed<typeof contract.updateConfiguration>,
): Promise<Change | undefined> {
  const named = Object.fromEntries(
    Object.entries(input).filter(([name, value]) => name in approvalSettingLabels && value !== undefined),
  )
  const changes = changesBetween(await readConfiguration(tx), named)
  if (changes.length === 0) return undefined
  return {
    description: changes
      .map(
        ({ field, before, after }) =>
          `${approvalSettingLabels[field]}: ${settingText(field, before)} → ${settingText(field, after)}`,
      )
      .join('; '),
  }
}

function settingText(field: string, value: FieldChange['before']): string {
  if (value === null) return 'automatic'
  if (settingsInMoney.includes(field)) return moneyText(kobo(BigInt(value)))
  return value === 0 ? 'none' : String(value)
}

/**
 * Adds a savings, deposit or share product and opens its control account. Refuses: account_type_exists, release_is_for_savings,
 * default_is_released, society_takes_no_interest, interest_is_for_savings, deposit_terms_missing, deposit_terms_unwanted, chart_full.
 */
export const createAccountType = waitingAction(
  types.createAccountType,
  async (_ask, input) => describeNewAccountType(input),
  async ({ tx, actor }, input) => {
    const { name, kind, releaseOn = null, earlyRelease = false, interest, fixedDeposit } = input
    await lockConfiguration(tx)
    const [all, { societyKind }] = await Promise.all([findAccountTypes(tx), findSettings(tx)])
    if (all.some((type) => foldForSearch(type.name) === foldForSearch(name)))
      refuse(accountTypeExists({ field: 'name', name }))
    const said = interestSaid(interest, fixedDeposit)
    const wrong = whyNotTerms({ kind, isDefault: false, releaseOn }) ?? whyNotInterest(kind, said, societyKind)
    if (wrong) throw wrong
    const controlId = await openControlAccount(tx, actor.cooperativeId, kind, name)

    // From here on it must succeed.
    const code = codeFor(name, new Set(all.map((type) => type.code)))
    const id = newId<AccountTypeId>()
    await insert(tx, 'app.account_type', {
      ...{ accountTypeId: id, code, name, kind, controlId },
      ...typeColumnsOf({ releaseOn, earlyRelease, ...said }),
    })
    const told = { name, kind, ...(releaseOn !== null && { releaseOn, earlyRelease }), ...describeTerms(said) }
    recordChange(tx, actor, name, changesBetween({}, told), { kind: 'account_type', subjectId: id })
    return findAccountType(tx, id)
  },
)

/** The terms by which it earns, because they decide what members get. */
export function describeNewAccountType({
  name,
  interest,
  fixedDeposit,
}: Parsed<typeof types.createAccountType>): Change | undefined {
  return describeRules(
    t('New account type {name}', { name }),
    interestRules(interestSaid(null, null)),
    interestRules(interestSaid(interest, fixedDeposit)),
  )
}

/**
 * Renames an account type, sets its release date or its interest, makes it the default, retires it or brings it back.
 * Refuses: account_type_exists, default_is_needed, retired_is_no_default, release_is_for_savings, default_is_released,
 * deposit_is_no_default, society_takes_no_interest, interest_is_for_savings, deposit_terms_unwanted, payables_stay_plain.
 */
export const updateAccountType = waitingAction(
  types.updateAccountType,
  (ask, input) => describeInterest(ask, input),
  async ({ tx, actor }, { id, ...input }) => {
    await lockConfiguration(tx)
    const [all, { societyKind }] = await Promise.all([findAccountTypes(tx), findSettings(tx)])
    const before = all.find((type) => type.id === id) ?? refuse('not_found')
    const after = {
      name: input.name ?? before.name,
      isDefault: input.isDefault ?? before.isDefault,
      retired: input.retired ?? before.retired,
      releaseOn: input.releaseOn === undefined ? before.releaseOn : input.releaseOn,
      earlyRelease: input.earlyRelease ?? before.earlyRelease,
    }
    if (all.some((type) => type.id !== id && foldForSearch(type.name) === foldForSearch(after.name))) {
      refuse(accountTypeExists({ field: 'name', name: after.name }))
    }
    if (after.retired && before.isDefault) refuse(defaultIsNeeded({ field: 'retired', name: before.name }))
    if (after.retired && after.isDefault) refuse(retiredIsNoDefault({ field: 'isDefault', name: before.name }))
    if (after.isDefault && before.kind === 'fixed_deposit')
      refuse(depositIsNoDefault({ field: 'isDefault', name: before.name }))
    const [saidBefore, said] = interestOf(before, input)
    // What a society that turned to non-interest retired may be renamed and stay as it is.
    const wrong =
      whyNotTerms({ ...after, kind: before.kind }) ??
      whyNotInterest(before.kind, said, after.retired ? 'general' : societyKind)
    if (wrong) throw wrong
    const staysPlain = after.retired && after.releaseOn === null && said.savings === null
    if (!staysPlain && (await isTypeOfPayables(tx, id))) refuse(payablesStayPlain({ name: before.name }))
    const fields = changesBetween({ ...before, ...describeTerms(saidBefore) }, { ...after, ...describeTerms(said) })
    if (fields.length === 0) {
      tx.nothingChanged()
      return findAccountType(tx, id)
    }

    // From here on the change must succeed.
    const { name, isDefault, retired, ...terms } = after
    // There is one default at any moment, so the old one steps back first.
    if (isDefault && !before.isDefault) await update(tx, 'app.account_type', { isDefault: true }, { isDefault: false })
    await update(
      tx,
      'app.account_type',
      { accountTypeId: id },
      { name, isDefault, retiredAt: retiredAt(retired), ...typeColumnsOf({ ...terms, ...said }) },
    )
    if (after.name !== before.name) await renameAccounts(tx, before.controlId, before.name, after.name)
    recordChange(tx, actor, after.name, fields, { kind: 'account_type', subjectId: id })
    return findAccountType(tx, id)
  },
)

/** Each term of the interest that changes, because it decides what members get. Refuses: not_found. */
export async function describeInterest(
  { tx }: Pick<Ask, 'tx'>,
  { id, ...input }: Parsed<typeof types.updateAccountType>,
): Promise<Change | undefined> {
  const before = await findAccountType(tx, id)
  const [was, is] = interestOf(before, input)
  return describeRules(t('Account type {name}', { name: before.name }), interestRules(was), interestRules(is))
}

function interestOf(
  before: Pick<Replied<typeof types.updateAccountType>, 'interest' | 'fixedDeposit'>,
  { interest, fixedDeposit }: Pick<Parsed<typeof types.updateAccountType>, 'interest' | 'fixedDeposit'>,
): [was: InterestSaid, is: InterestSaid] {
  return [
    interestSaid(before.interest, before.fixedDeposit),
    interestSaid(interest === undefined ? before.interest : interest, fixedDeposit ?? before.fixedDeposit),
  ]
}

/** Adds a loan product. Refuses: loan_configuration_exists, society_lends_without_interest, chart_full. */
export const createLoanConfiguration = waitingAction(
  contract.createLoanConfiguration,
  (ask, input) => describeNewLoans(ask, input),
  async ({ tx, actor }, { schedule: asked, ...terms }) => {
    await lockConfiguration(tx)
    const [all, { societyKind }] = await Promise.all([findLoanConfigurations(tx), findSettings(tx)])
    if (all.some(({ name }) => foldForSearch(name) === foldForSearch(terms.name)))
      refuse(loanConfigurationExists({ field: 'name', name: terms.name }))
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
    await insert(tx, 'app.loan_configuration', {
      loanConfigurationId: id,
      code: codeFor(terms.name, new Set(all.map(({ code }) => code))),
      controlId: await openControlAccount(tx, actor.cooperativeId, 'loans', `${terms.name} loans`),
      ...loanColumnsOf(terms, rules),
    })
    recordChange(tx, actor, terms.name, changesBetween({}, termsToTell({ ...terms, ...(asked && { schedule }) })), {
      kind: 'loan_configuration',
      subjectId: id,
    })
    return findLoanConfiguration(tx, id)
  },
)

/** The fields that were sent: one that was left out keeps what a plain product asks. */
function definedOf<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>
  }
}

/**
 * Changes the fields of a loan product that are named; loans that were asked for keep their terms.
 * Refuses: loan_configuration_exists, default_is_needed, retired_is_no_default,
 * society_lends_without_interest.
 */
export const updateLoanConfiguration = waitingAction(
  contract.updateLoanConfiguration,
  async ({ tx }, { id, approvalSteps }) => {
    // Only how many officers must approve a loan of this product.
    if (approvalSteps === undefined) return undefined
    const { name, approvalSteps: before } = await findLoanConfiguration(tx, id)
    return stepsText(before) === stepsText(approvalSteps)
      ? undefined
      : {
          description: t('Approvals of {name} loans: {was} → {is}', {
            name,
            was: stepsText(before),
            is: stepsText(approvalSteps),
          }),
        }
  },
  async ({ tx, actor }, { id, schedule, ...input }) => {
    await lockConfiguration(tx)
    const [all, { societyKind }] = await Promise.all([findLoanConfigurations(tx), findSettings(tx)])
    const found = all.find((each) => each.id === id) ?? refuse('not_found')
    const { id: _id, code: _code, ...before } = found
    const after = { ...before, ...definedOf(input), schedule: { ...before.schedule, ...definedOf(schedule ?? {}) } }
    if (all.some((each) => each.id !== id && foldForSearch(each.name) === foldForSearch(after.name))) {
      refuse(loanConfigurationExists({ field: 'name', name: after.name }))
    }
    if (after.retired && before.isDefault) refuse(defaultIsNeeded({ field: 'retired', name: before.name }))
    if (after.retired && after.isDefault) refuse(retiredIsNoDefault({ field: 'isDefault', name: before.name }))
    // What a society that turned to non-interest retired may be renamed and stay as it is.
    const wrong = after.retired ? undefined : whyNotLoanCost(after, societyKind)
    if (wrong) throw wrong
    const fields = changesBetween(termsToTell(before), termsToTell(after))
    if (fields.length === 0) {
      tx.nothingChanged()
      return findLoanConfiguration(tx, id)
    }

    // From here on the change must succeed.
    const { isDefault, retired } = after
    if (isDefault && !before.isDefault)
      await update(tx, 'app.loan_configuration', { isDefault: true }, { isDefault: false })
    await update(
      tx,
      'app.loan_configuration',
      { loanConfigurationId: id },
      { ...loanColumnsOf(after, rulesOf(after)), isDefault, retiredAt: retiredAt(retired) },
    )
    recordChange(tx, actor, after.name, fields, { kind: 'loan_configuration', subjectId: id })
    return findLoanConfiguration(tx, id)
  },
)

/** A new product, where for some amount another one asks for more approvals: members could be lent under the new one instead. */
export async function describeNewLoans(
  { tx }: Pick<Ask, 'tx'>,
  { name, approvalSteps = [] }: Parsed<typeof contract.createLoanConfiguration>,
): Promise<Change | undefined> {
  // One that is retired counts too: it may have been retired for this.
  const stricter = (await findLoanConfigurations(tx)).find((each) =>
    each.approvalSteps.some(({ from, approvals }) => approvals > approvalsOfLoan(approvalSteps, from)),
  )
  return stricter
    ? {
        description: t('New loan product {name}. Approvals: {asked}; of {stricter} loans: {approvals}', {
          name,
          asked: stepsText(approvalSteps),
          stricter: stricter.name,
          approvals: stepsText(stricter.approvalSteps),
        }),
      }
    : undefined
}

function stepsText(steps: readonly ApprovalStep[]): string {
  return steps.length === 0
    ? '1'
    : steps
        .map(({ from, approvals }) => t('{approvals} from {amount}', { approvals, amount: moneyText(from) }))
        .join(', ')
}

/** Takes a loan product off the offer; what was lent on it stays. Refuses: default_is_needed. */
export const retireLoanConfiguration = action(contract.retireLoanConfiguration, async (ask, { id }) => {
  await updateLoanConfiguration(ask, { id, retired: true })
  return null
})
