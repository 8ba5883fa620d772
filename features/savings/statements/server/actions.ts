import type { Parsed } from '#core/contract/endpoint.ts'
import type { MemberId, StatementLinkId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/savings/statements/contract.ts'
import { linksMax, type StoredFigures, statementDays } from '#features/savings/statements/rules/statement.ts'
import { action } from '#platform/action.ts'
import { newToken, tokenHash } from '#platform/credentials/tokens.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, json, update } from '#platform/db/write.ts'
import {
  addressOf,
  findLinks,
  findReceipt,
  findStatement,
  linkReply,
  ownMemberId,
  type Receipt,
  statementFiguresOf,
} from './reads.ts'

const statementLinksMany = refusal(
  'statement_links_many',
  409,
  'There are {max} live links already. Withdraw one that is no longer needed.',
)

const dayMilliseconds = 86_400_000

/** For the signed-in member. */
export const createOwnStatementLink = action(contract.createOwnStatementLink, (ask, input) =>
  createMemberStatementLink(ask, { ...input, memberId: ownMemberId(ask.actor) }),
)

/**
 * Saves the figures as they are now under a token that only this reply tells.
 * Refuses: not_found, statement_days_wrong, statement_too_long, receipt_not_posted, statement_links_many.
 */
export const createMemberStatementLink = action(contract.createMemberStatementLink, async (ask, input) => {
  const { tx, actor, now, context } = ask
  const { memberId, transactionId, days, ...asked } = input
  const period = transactionId === undefined ? statementDays(asked, now) : undefined
  const figures = period
    ? statementFiguresOf(await findStatement(tx, memberId, period))
    : await receiptFigures(tx, memberId, transactionId)
  const live = await findLinks(tx, memberId, now)
  if (live.length >= linksMax) refuse(statementLinksMany({ max: linksMax }))

  // From here on it must succeed.
  const token = newToken()
  const id = newId<StatementLinkId>()
  const from = period?.from ?? null
  const to = period?.to ?? null
  const expiresAt = new Date(now.getTime() + days * dayMilliseconds)
  await insert(tx, 'app.statement_link', {
    ...{ linkId: id, memberId, transactionId: transactionId ?? null, fromOn: from, toOn: to },
    ...{ tokenHash: tokenHash(token), figures: json(figures) },
    ...{ madeBy: actor.loginId, madeByName: actor.name, madeAt: now, expiresAt },
  })
  const link = { id, from, to, figures, madeBy: actor.name, madeAt: now, expiresAt }
  return { ...linkReply(link), url: addressOf(context.publicUrl(), token) }
})

/** What of a receipt a stranger is shown. */
function receiptFiguresOf(receipt: Receipt & { receiptNumber: string }): StoredFigures {
  const { society, memberName: member, membershipno, receiptNumber, on, amount, direction, account } = receipt
  return {
    ...{ kind: 'receipt', society, member, membershipno, receiptNumber, on },
    ...{ amount: String(amount), direction, account },
  }
}

async function receiptFigures(
  tx: Tx,
  memberId: MemberId,
  transactionId: Parsed<typeof contract.createOwnStatementLink>['transactionId'],
): Promise<StoredFigures> {
  if (transactionId === undefined) return refuse('not_found')
  const receipt = await findReceipt(tx, transactionId)
  return receipt.memberId === memberId ? receiptFiguresOf(receipt) : refuse('not_found', { field: 'transactionId' })
}

/** For the signed-in member. */
export const withdrawOwnStatementLink = action(contract.withdrawOwnStatementLink, (ask, { linkId }) =>
  withdrawMemberStatementLink(ask, { linkId, memberId: ownMemberId(ask.actor) }),
)

/** From the commit on the page says that the link was withdrawn. Refuses: not_found. */
export const withdrawMemberStatementLink = action(
  contract.withdrawMemberStatementLink,
  async ({ tx, now }, { memberId, linkId }) => {
    const link = { memberId, linkId, withdrawnAt: null }
    return (await update(tx, 'app.statement_link', link, { withdrawnAt: now })) > 0 ? null : refuse('not_found')
  },
)
