import { dayText } from '#core/calendar.ts'
import type { TenantActor } from '#core/actor.ts'
import type { AccountId, BankLineId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { ruleFor } from '#features/accounting/reconciliation/rules/learn.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type BankRule, findNamed, findRules } from './reads.ts'

type BankLineProposal = ReturnType<typeof proposalOf>

/** What each of these open lines is by the rules of its account. */
export async function findProposals(
  tx: Tx,
  actor: TenantActor,
  accountId: AccountId,
  lines: readonly { id: BankLineId; narration: string; amount: Kobo }[],
): Promise<Map<BankLineId, BankLineProposal>> {
  if (lines.length === 0) return new Map()
  const all = await findRules(tx, accountId)
  // A repayment is proposed where it is clear of which loan.
  const rules = all.filter(({ ended, as, loanId }) => ended === null && (as !== 'repayment' || loanId !== null))
  if (rules.length === 0) return new Map()
  const named = await findNamed(
    tx,
    lines.map(({ narration }) => narration),
  )
  return new Map(
    lines.flatMap(({ id, narration, amount }) => {
      const rule = ruleFor({ narration, cameIn: amount > 0n }, rules, named)
      return rule ? [[id, proposalOf(actor, rule)] as const] : []
    }),
  )
}

function proposalOf(actor: TenantActor, rule: BankRule) {
  const { id: ruleId, as, memberId, accountTypeId, loanId, targetId, party, title, narration, seenOn, madeBy } = rule
  const why = `as ${madeBy === actor.name ? 'you' : madeBy} recorded ${narration} on ${dayText(seenOn)}`
  return { ruleId, as, memberId, accountTypeId, loanId, targetId, party, title, why }
}
