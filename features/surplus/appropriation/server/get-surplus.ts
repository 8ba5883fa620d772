import type { getSurplus as contract } from '#features/surplus/appropriation/contract.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { zeroKobo } from '#domain/money.ts'
import { appropriated } from '#features/surplus/appropriation/rules/appropriation.ts'
import type { Tx } from '#server/db/tx.ts'
import {
  findAppropriation,
  findClosedYear,
  findDirectorApproves,
  findHeads,
  findOfficersOf,
  findResolutions,
  findSurplusAccount,
  findTakers,
} from './queries.ts'

/** What the bye-laws make of a closed year's surplus, and what is decided. Refuses: year_not_closed. */
export async function getSurplus(
  tx: Tx,
  _actor: TenantActor,
  { yearEnd }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const year = await findClosedYear(tx, yearEnd)
  const [heads, directorApproves, { balance }, resolutions, accounts, appropriation, officers] = await Promise.all([
    findHeads(tx),
    findDirectorApproves(tx),
    findSurplusAccount(tx),
    findResolutions(tx, yearEnd),
    findTakers(tx),
    findAppropriation(tx, year),
    findOfficersOf(tx, year),
  ])
  const { amounts, carriedForward } = appropriated(year.surplus > 0n ? year.surplus : zeroKobo, heads)
  return {
    from: year.from,
    yearEnd,
    surplus: year.surplus,
    available: balance > 0n ? balance : zeroKobo,
    proposed: heads.map(({ basisPoints, ...head }, index) => ({
      ...head,
      percent: basisPoints / 100,
      amount: amounts[index] ?? zeroKobo,
    })),
    carriedForward,
    directorApproves,
    resolutions,
    accounts,
    appropriation: appropriation ?? null,
    officers,
  }
}
