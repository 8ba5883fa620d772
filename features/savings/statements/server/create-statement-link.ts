import type { createMemberStatementLink, createOwnStatementLink } from '#features/savings/statements/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { MemberId, StatementLinkId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import { type StoredFigures, linksMax, statementDays } from '#features/savings/statements/rules/statement.ts'
import type { Context } from '#platform/context.ts'
import { newToken, tokenHash } from '#platform/credentials/tokens.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import {
  findLinks,
  findReceipt,
  findStatement,
  type Link,
  ownMemberId,
  type Receipt,
  type Statement,
} from './queries.ts'
import { insertLink } from './store.ts'

type Input = Parsed<typeof createOwnStatementLink>
type Reply = Replied<typeof createOwnStatementLink>

const dayMilliseconds = 86_400_000

/** For the signed-in member. */
export async function createOwnLink(tx: Tx, actor: TenantActor, input: Input, context: Context): Promise<Reply> {
  return createStatementLink(tx, actor, { ...input, memberId: ownMemberId(actor) }, context)
}

/**
 * Saves the figures as they are now under a token that only this reply tells.
 * Refuses: not_found, statement_days_wrong, statement_too_long, receipt_not_posted, statement_links_many.
 */
export async function createStatementLink(
  tx: Tx,
  actor: TenantActor,
  { memberId, transactionId, days, ...asked }: Parsed<typeof createMemberStatementLink>,
  { now, publicUrl }: Context,
): Promise<Reply> {
  const period = transactionId === undefined ? statementDays(asked, now) : undefined
  const figures = period
    ? statementFiguresOf(await findStatement(tx, memberId, period))
    : await receiptFigures(tx, memberId, transactionId)
  const live = await findLinks(tx, memberId, now)
  if (live.length >= linksMax) refuse('statement_links_many', { max: linksMax })

  // From here on it must succeed.
  const token = newToken()
  const id = newId<StatementLinkId>()
  const expiresAt = new Date(now.getTime() + days * dayMilliseconds)
  const link = {
    id,
    from: period?.from ?? null,
    to: period?.to ?? null,
    transactionId: transactionId ?? null,
    figures,
    madeAt: now,
    expiresAt,
  }
  await insertLink(tx, actor, { ...link, memberId, tokenHash: tokenHash(token) })
  return { ...linkReply({ ...link, madeBy: actor.name }), url: addressOf(publicUrl(), token) }
}

/** Where anybody reads what the link of this token confirms. */
export function addressOf(publicUrl: string, token: string): string {
  return `${publicUrl}/check/${token}`
}

/** A link as its owner sees it, without its secret. */
export function linkReply({ id, from, to, figures, madeBy, madeAt, expiresAt }: Link): Omit<Reply, 'url'> {
  return {
    id,
    kind: figures.kind,
    from,
    to,
    receiptNumber: figures.kind === 'receipt' ? figures.receiptNumber : null,
    madeBy,
    madeAt,
    expiresAt,
  }
}

/** What of a statement a stranger is shown: no movement, nothing that is pledged. */
export function statementFiguresOf({ society, member, from, to, accounts }: Statement): StoredFigures {
  return {
    kind: 'statement',
    society,
    member: member.name,
    membershipno: member.membershipno,
    from,
    to,
    accounts: accounts.map(({ name, kind, opening, closing }) => ({
      name,
      kind,
      opening: String(opening),
      closing: String(closing),
    })),
  }
}

/** The same of a receipt. */
export function receiptFiguresOf({
  society,
  memberName,
  membershipno,
  receiptNumber,
  on,
  amount,
  direction,
  account,
}: Receipt & { receiptNumber: string }): StoredFigures {
  return {
    kind: 'receipt',
    society,
    member: memberName,
    membershipno,
    receiptNumber,
    on,
    amount: String(amount),
    direction,
    account,
  }
}

async function receiptFigures(
  tx: Tx,
  memberId: MemberId,
  transactionId: Input['transactionId'],
): Promise<StoredFigures> {
  if (transactionId === undefined) return refuse('not_found')
  const receipt = await findReceipt(tx, transactionId)
  return receipt.memberId === memberId ? receiptFiguresOf(receipt) : refuse('not_found', { field: 'transactionId' })
}
