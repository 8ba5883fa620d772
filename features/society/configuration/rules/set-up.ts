import { foldForSearch } from '#core/searching.ts'

/** A product that is there already; `used` once a member saves on it or has asked for it. */
export type StandingProduct = {
  id: string
  code: string
  name: string
  isDefault: boolean
  retired: boolean
  used: boolean
}

type SetUpPlan<Chosen> = {
  /** What isn't there yet. */
  add: Chosen[]
  /** What no one uses yet: it takes the terms that were chosen. */
  change: { id: string; chosen: Chosen }[]
  /** What is in use: it stays as it is, but is offered again where it was retired. */
  keep: { id: string; name: string; offerAgain: boolean }[]
  /** What registration put there, no one uses and was not chosen. */
  retire: { id: string; name: string }[]
  /** The name of what becomes the default, where the default is retired. */
  lead: string | undefined
}

/**
 * What a set-up does with products, told apart by name. What is in use is never changed, and what a treasurer made
 * themselves is never taken away. `givesWay` are the codes of what registration put there; `canLead` says which may be the default.
 */
export function planSetUp<Chosen extends { name: string }>(
  standing: readonly StandingProduct[],
  chosen: readonly Chosen[],
  givesWay: ReadonlySet<string>,
  canLead: (product: Chosen) => boolean,
): SetUpPlan<Chosen> {
  const named = new Map(standing.map((product) => [foldForSearch(product.name), product]))
  const wanted = new Set(chosen.map(({ name }) => foldForSearch(name)))
  const known = chosen.flatMap((each) => {
    const product = named.get(foldForSearch(each.name))
    return product ? [{ product, chosen: each }] : []
  })
  const superfluous = standing.filter(
    ({ name, code, used, retired }) => !used && !retired && givesWay.has(code) && !wanted.has(foldForSearch(name)),
  )
  const leader = superfluous.some(({ isDefault }) => isDefault) ? chosen.find(canLead) : undefined
  return {
    add: chosen.filter(({ name }) => !named.has(foldForSearch(name))),
    change: known
      .filter(({ product }) => !product.used)
      .map(({ product, chosen: each }) => ({ id: product.id, chosen: each })),
    keep: known
      .filter(({ product }) => product.used)
      .map(({ product: { id, name, retired } }) => ({ id, name, offerAgain: retired })),
    retire: superfluous
      .filter(({ isDefault }) => !isDefault || leader !== undefined)
      .map(({ id, name }) => ({ id, name })),
    lead: leader?.name,
  }
}
