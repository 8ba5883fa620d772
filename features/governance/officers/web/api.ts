import type { Replied } from '#core/contract/endpoint.ts'
import type { getOfficers, listTerms } from '#features/governance/officers/contract.ts'

export type Register = Replied<typeof getOfficers>
export type Post = Register['posts'][number]
export type Holder = Post['holders'][number]
export type Term = Replied<typeof listTerms>
