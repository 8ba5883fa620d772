import { dayText } from '#core/calendar.ts'
import { type Kobo, kobo, moneyText, sumKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import {
  reopenLine as reopenContract,
  setLineAside as asideContract,
} from '#features/accounting/reconciliation/contract.ts'
import * as contract from '#features/accounting/reconciliation/recorded-lines.ts'
import type { Becomes } from '#features/accounting/reconciliation/recorded-lines.ts'
import { ruleWordsMax, wordsOf } from '#features/accounting/reconciliation/rules/learn.ts'
import { action } from '#platform/action.ts'
import { remove, update } from '#platform/db/write.ts'
import { enterParts, leftOf, refuseMatched } from './enter-line.ts'
import { findBankAccount, findLine, findLines, lockBankAccount } from './queries.ts'
import { findDirection, isTaken } from './reads.ts'
import { changedTo, lockParts, placed, type RecordedPart, recordPart, taughtBy } from './record-part.ts'
import { updateAside } from './store.ts'
import { countUse, learnRules } from './writes.ts'

const ruleWordsMissing = refusal(
  'rule_words_missing',
  422,
  'Enter 1 to {most} words of the narration. Numbers, months and names of banks are left out.',
)
const partsUnequal = refusal(
  'parts_unequal',
  422,
  'The parts come to {sum} and the line to {left}: {difference}. Change an amount so that they agree.',
)
const sideWrong = refusal(
  'side_wrong',
  422,
  'The money of this line {way}. Open the line again and split it from there.',
)
const lineNotMissing = refusal(
  'bank_line_not_missing',
  409,
  'Every statement of {day} that was read has this line. Import a bank statement that no longer has it, with the days before and after, and then set it aside.',
)
const ruleExists = refusal('rule_exists', 409, 'Another rule has the same words. Remove one of the two.')

/** Each line as a voucher of its own, all or none. Refuses: not_found, bank_line_matched, bank_line_proposed, match_taken, and what recording it by its own form refuses. */
export const recordLines = action(
  contract.recordLines,
  async (ask, { accountId, lineIds, ruleId, anotherPayment, ...becomes }) => {
    const { tx, actor } = ask
    await findBankAccount(tx, accountId)
    const wanted = [...new Set(lineIds)]
    const lines = (await findLines(tx, wanted)).filter((line) => line.accountId === accountId)
    if (lines.length !== wanted.length) refuse('match_taken', { field: 'lineIds' })
    for (const line of lines) refuseMatched(line, 'lineIds')
    let waiting = 0
    for (const line of lines) {
      const { lineId, on, narration } = line
      const said = { accountId, on, narration, amount: leftOf(line), cameIn: line.amount > 0n, anotherPayment }
      const part = await recordPart(ask, { ...becomes, ...said })
      await enterParts(tx, actor, lineId, [part])
      if (part.entryId === null) waiting += 1
    }
    if (ruleId) countUse(tx, accountId, ruleId, lines.length)
    else {
      const taught = taughtBy(becomes)
      const said = lines.map(({ amount, ...line }) => ({ ...line, cameIn: amount > 0n }))
      if (taught) await learnRules(tx, actor, [{ ...taught, accountId, lines: said }])
    }
    return { recorded: lines.length, waiting }
  },
)

/** Each part by its own transaction, all or none. Refuses: not_found, bank_line_matched, bank_line_proposed, match_taken, line_went_other_way, parts_unequal, and what recording a part by its own form refuses. */
export const recordLineParts = action(
  contract.recordLineParts,
  async (ask, { accountId, lineId, side, parts, anotherPayment }) => {
    const { tx, actor } = ask
    const line = (await findLine(tx, lineId)) ?? refuse('not_found')
    if (line.accountId !== accountId) refuse('not_found')
    refuseMatched(line, 'lineId')
    if (line.waits) refuse('match_taken', { field: 'lineId' })
    const { on, narration, amount } = line
    const cameIn = amount > 0n
    if (cameIn !== (side === 'in')) refuse(sideWrong({ field: 'side', way: cameIn ? 'came in' : 'went out' }))
    const [left, sum] = [leftOf(line), sumKobo(parts.map((part) => part.amount))]
    if (sum !== left) {
      const difference =
        sum < left ? `${moneyText(kobo(left - sum))} is missing` : `${moneyText(kobo(sum - left))} is too much`
      refuse(
        partsUnequal({
          field: `parts.${parts.length - 1}.amount`,
          sum: moneyText(sum),
          left: moneyText(left),
          difference,
        }),
      )
    }
    await lockParts(ask, parts)
    const recorded: RecordedPart[] = []
    for (const [place, part] of parts.entries()) {
      // Parts that are alike are asked about once, because of what was recorded before.
      const isAlike = parts.slice(0, place).some((other) => isSamePart(other, part))
      const said = { accountId, on, narration, cameIn, anotherPayment: anotherPayment || isAlike }
      recorded.push(await recordPart(ask, { ...part, ...said }, `parts.${place}.`))
    }
    await enterParts(tx, actor, lineId, recorded)
    return { recorded: recorded.length, waiting: recorded.filter(({ entryId }) => entryId === null).length }
  },
)

function isSamePart(one: Becomes & { amount: Kobo }, other: Becomes & { amount: Kobo }): boolean {
  const of = ({ as, amount, memberId, accountTypeId, loanId }: typeof one) =>
    [as, amount, memberId, accountTypeId, loanId].join(' ')
  return of(one) === of(other)
}

/** Refuses: not_found, rule_words_missing, rule_exists, and what recording a line as that by its own form refuses. */
export const changeBankRule = action(
  contract.changeBankRule,
  async ({ tx }, { accountId, ruleId, words: text, becomes }) => {
    await lockBankAccount(tx, accountId)
    const cameIn = (await findDirection(tx, accountId, ruleId)) ?? refuse('not_found')
    const words = wordsOf(text)
    if (words.length === 0 || words.length > ruleWordsMax)
      refuse(ruleWordsMissing({ field: 'words', most: ruleWordsMax }))
    if (await isTaken(tx, ruleId, words)) refuse(ruleExists({ field: 'words' }))
    const change = async () => {
      if (!becomes) return {}
      const { as: records, ...given } = await changedTo(tx, accountId, becomes, cameIn)
      return { records, ...given }
    }
    const changed = await change().catch((error: unknown) => {
      throw becomes ? placed(error, becomes.as, 'becomes.') : error
    })

    // From here on it must succeed.
    await update(tx, 'app.bank_rule', { accountId, ruleId }, { words, ...changed })
    return { id: ruleId }
  },
)

/** Refuses: not_found. */
export const removeBankRule = action(contract.removeBankRule, async ({ tx }, { accountId, ruleId }) => {
  await lockBankAccount(tx, accountId)
  if ((await remove(tx, 'app.bank_rule', { accountId, ruleId })) === 0) refuse('not_found')
  return { id: ruleId }
})

/** Refuses: not_found, bank_line_matched, bank_line_proposed, bank_line_set_aside, match_taken, bank_line_not_missing. */
export const setLineAside = action(asideContract, async ({ tx, actor }, { accountId, lineId }) => {
  await lockBankAccount(tx, accountId)
  const line = (await findLine(tx, lineId)) ?? refuse('not_found')
  if (line.accountId !== accountId) refuse('not_found')
  refuseMatched(line, 'lineId')
  if (line.waits) refuse('match_taken', { field: 'lineId' })
  if (!line.isMissing) refuse(lineNotMissing({ field: 'lineId', day: dayText(line.on) }))
  await updateAside(tx, lineId, actor.name)
  tx.addToTrail({ line: `${moneyText(line.amount)} of ${dayText(line.on)}, ${line.narration}` })
  return { id: lineId }
})

/** Refuses: not_found. */
export const reopenLine = action(reopenContract, async ({ tx }, { accountId, lineId }) => {
  await lockBankAccount(tx, accountId)
  const line = (await findLine(tx, lineId)) ?? refuse('not_found')
  if (line.accountId !== accountId || !line.isAside) refuse('not_found')
  await updateAside(tx, lineId, null)
  tx.addToTrail({ line: `${moneyText(line.amount)} of ${dayText(line.on)}, ${line.narration}` })
  return { id: lineId }
})
