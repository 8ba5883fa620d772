import { listMemberRequests, listOwnRequests } from '#contract/members/member-requests.ts'
import { listProofs } from '#contract/money/transaction-proofs.ts'
import { type Answer, inside } from '#web/demonstration/answering.ts'

/** Nobody of the sample society has asked for anything, and no payment of it came with proof. */
export const memberRequestAnswers: readonly Answer[] = [
  inside(listMemberRequests, () => ({ rows: [], total: 0 })),
  inside(listOwnRequests, () => ({ rows: [], total: 0 })),
  inside(listProofs, () => ({ proofs: [], addable: false })),
]
