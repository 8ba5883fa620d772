/** What the product is divided into: the folders of `features/`. */
export const businesses = [
  'access',
  'platform-admin',
  'accounting',
  'members',
  'governance',
  'savings',
  'loans',
  'payroll',
  'payments',
  'surplus',
  'society',
] as const

type Imports = readonly (readonly [from: string, to: string])[]

/** Where a file of a feature lies: what is at the top of its folder is its contract. */
const place = /^features\/([\w-]+)\/([\w-]+)\/(?:(rules|server|web)\/|[\w-]+\.ts$)/

function featureOf(path: string): { business: string; feature: string; layer: string } | undefined {
  const [, business, feature, layer = 'contract'] = place.exec(path) ?? []
  return business && feature ? { business, feature: `${business}/${feature}`, layer } : undefined
}

/**
 * The features that need each other, directly or round several corners; each group once. In the rules and on the server no two
 * features may; features of two businesses may not, whichever of contract, rules and server they do it by. Pages of one business
 * show each other's parts, and those of two meet in `app/web`.
 */
export function cyclesOfFeatures(imports: Imports): string[][] {
  const needs = (isLooked: (from: string, to: string) => boolean): Map<string, Set<string>> => {
    const found = new Map<string, Set<string>>()
    for (const [from, to] of imports) {
      const [one, other] = [featureOf(from), featureOf(to)]
      if (one && other && one.feature !== other.feature && isLooked(one.layer, other.layer))
        found.set(one.feature, (found.get(one.feature) ?? new Set()).add(other.feature))
    }
    return found
  }
  const businessOf = (feature: string) => feature.split('/')[0]
  return [
    ...['rules', 'server'].flatMap((layer) =>
      groupsThatNeedEachOther(needs((from, to) => from === layer && to === layer)).map((group) =>
        group.map((feature) => `${feature}/${layer}`),
      ),
    ),
    ...groupsThatNeedEachOther(needs((from, to) => from !== 'web' && to !== 'web')).filter(
      (group) => new Set(group.map(businessOf)).size > 1,
    ),
  ]
}

function groupsThatNeedEachOther(needs: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reached = (start: string): Set<string> => {
    const seen = new Set<string>()
    const open = [start]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const other of needs.get(next) ?? []) if (!seen.has(other)) open.push((seen.add(other), other))
    }
    return seen
  }
  const all = new Map([...needs.keys()].map((feature) => [feature, reached(feature)]))
  const grouped = new Set<string>()
  return [...all].flatMap(([feature, seen]) => {
    if (grouped.has(feature) || !seen.has(feature)) return []
    const group = [...seen].filter((other) => all.get(other)?.has(feature))
    for (const other of group) grouped.add(other)
    return [group.toSorted((one, other) => one.localeCompare(other))]
  })
}
