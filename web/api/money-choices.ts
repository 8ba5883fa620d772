import { queryOptions } from '@tanstack/react-query'
import { listMemberAccounts, listPostingAccounts, type postingUses } from '#contract/money/movements.ts'
import type { MemberId } from '#domain/ids.ts'
import { call } from './call.ts'

/** What forms that move money let somebody choose from; apart from the other choices, which more pages load. */
export const moneyChoices = {
  /** The society's own accounts that money can go through, or that a charge, an expense or a journal can post to. */
  postingAccounts: (use: (typeof postingUses)[number]) =>
    queryOptions({
      queryKey: ['choices', 'posting-accounts', use],
      queryFn: ({ signal }) => call(listPostingAccounts, { use }, { signal }),
    }),
  /** What is on a member's accounts, and what of it is free. */
  memberAccounts: (memberId: MemberId) =>
    queryOptions({
      queryKey: ['choices', 'member-accounts', memberId],
      queryFn: ({ signal }) => call(listMemberAccounts, { memberId }, { signal }),
    }),
}
