import type { Replied } from '#core/contract/endpoint.ts'
import type * as contract from '#features/members/leaving/contract.ts'

export type Standing = Replied<typeof contract.getLeaving>
export type Leaving = NonNullable<Standing['leaving']>
export type Payee = Standing['payees'][number]

/** What a leaving can be asked for besides its settlement, each with a reason. */
export type LeavingAct = 'waive' | 'cancel' | 'reject' | 'reverse'
