/**
 * The areas of the product, the lowest first. A file of one imports from its own area and from those before it, in each root
 * alike (`domain/<area>`, `contract/<area>`, `server/features/<area>`), and in `features/<area>`. What several areas need lies in the lowest of them, or
 * at the top of its root; where a lower area has to know of a higher one, the higher registers itself with it.
 */
export const areas = [
  'access',
  'platform',
  'books',
  'members',
  'governance',
  'money',
  'lending',
  'payroll',
  'society',
] as const

/** The folders that are divided into areas, with what lies in each: features as folders, or files. */
const divided = /^(?:domain|contract|server\/features|features)\/([\w-]+)(?:\/([\w-]+))?\//

/** The layer that a file of a feature belongs to: its root, or in `features/` the folder in the feature's. */
const layerOf = (path: string) => /^features\/[\w-]+\/[\w-]+\/(\w+)\//.exec(path)?.[1] ?? path.split('/')[0]

/** Those of these imports (from, to) that go from an area to one above it. */
export function upwardImports(imports: readonly (readonly [from: string, to: string])[]): string[] {
  const placeOf = (path: string) => areas.indexOf(divided.exec(path)?.[1] as never)
  return imports
    .filter(([from, to]) => placeOf(from) >= 0 && placeOf(to) > placeOf(from))
    .map(([from, to]) => `${from} → ${to}`)
}

/** The features of one root that need each other, directly or round several corners; each group once. */
export function cyclesOfFeatures(imports: readonly (readonly [from: string, to: string])[]): string[][] {
  const needs = new Map<string, Set<string>>()
  // Pages of one business show each other's parts: there no two files may need each other, which is another rule.
  const featureOf = (path: string) =>
    ['contract', 'web'].includes(layerOf(path) ?? '') ? undefined : divided.exec(path)?.[2] && divided.exec(path)?.[0]
  for (const [from, to] of imports) {
    const [one, other] = [featureOf(from), featureOf(to)]
    if (one && other && one !== other && layerOf(from) === layerOf(to))
      needs.set(one, (needs.get(one) ?? new Set()).add(other))
  }
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
