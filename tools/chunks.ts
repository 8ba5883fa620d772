import { join, relative } from 'node:path'
import { placesOf } from './places.ts'

type Graph = { getModuleInfo: (id: string) => { code: string | null; importedIds: string[] } | null }
type Group = {
  name: string | ((id: string, graph: Graph) => string | null)
  debugName?: string
  priority: number
  test?: RegExp
  minShareCount?: number
}

/** So many paths must want a module before all of their areas load it. */
const pathsWanting = 8
const fewPaths = 3

/**
 * Which files the build makes of the modules. Pages stay lazy files of their own. What they share is gathered in a few
 * files instead of fifty small ones, which compress badly and cost a request each: `outside` is what every path loads,
 * `entry` what the pages before login add, `inside` what the areas behind it add, `between` what
 * these share with a single page before it, and each area what its own pages share. Who belongs where is read off the
 * imports, so that no one keeps a list.
 */
export function chunkGroups(root: string): Group[] {
  let wanted: Wanted | undefined
  return [
    {
      debugName: 'shared',
      priority: 2,
      name(id, graph) {
        wanted ??= wantedModules(root, graph)
        return sharedFile(relative(root, id), id, wanted)
      },
    },
    // Only who fills in a form needs its rarer fields.
    { name: 'filling', priority: 1, test: /[\\/]ui[\\/](MoneyField|FileDrop|ProgressBar|Combobox|MonthPicker)\./ },
  ]
}

/** For each module the paths whose first load wants it; `''` is for the app itself. */
type Wanted = {
  by: Map<string, Set<string>>
  areas: ReadonlyMap<string, string>
  /** Pages and frames: files of their own. */ roots: ReadonlySet<string>
}

function sharedFile(name: string, id: string, { by, areas, roots }: Wanted): string | null {
  const paths = by.get(id)
  // The names of all pages' files are in these, so they change with every build; what they load must not.
  if (
    !paths ||
    roots.has(id) ||
    /^(app[\\/]web[\\/](main\.tsx|App\.tsx|pages\.ts)|features[\\/][\w-]+[\\/]pages\.ts)$/.test(name)
  )
    return null
  const isApp = paths.has('')
  const before = [...paths].filter((path) => areas.get(path) === 'entry').length
  const behind = paths.size - before - (isApp ? 1 : 0)
  // A contract belongs to the pages that call it, but for what all of them are written with; and so do the lists of
  // plans and of what the platform records, and a feature's own modules, because a shared file that imports a contract would be imported by it in turn.
  if (
    /[\\/]core[\\/]contract[\\/](?!endpoint|fields)|[\\/]features[\\/][\w-]+[\\/][\w-]+[\\/][\w-]+\.ts$|[\\/]platform-admin[\\/][\w-]+[\\/]rules[\\/]/.test(
      id,
    )
  )
    return null
  // The index of a library imports all of it; these parts only lazy modules name.
  if (
    /[\\/]query-core[\\/].*[\\/](hydration|mutationObserver)\.js$|[\\/]react-query[\\/].*[\\/]useMutation\.js$/.test(id)
  )
    return null
  // What few pages behind the login share with those before it, such as the field of a password, is a file of its own.
  if (!isApp && before > 1 && behind > 0 && behind <= fewPaths) return null
  if (isApp || (before > 1 && behind > 0)) return 'outside'
  if (before > 1) return 'entry'
  if (before > 0 && behind >= pathsWanting) return 'between'
  if (behind < pathsWanting || /[\\/]features[\\/].*api\.ts$/.test(id)) return null
  const wanting = new Set([...paths].map((path) => areas.get(path)).filter((area) => area !== 'entry'))
  return wanting.size > 1 ? 'inside' : ([...wanting][0] ?? null)
}

function wantedModules(root: string, graph: Graph): Wanted {
  const by = new Map<string, Set<string>>()
  const places = placesOf(root)
  const walk = (path: string, roots: string[]) => {
    const waiting = [...roots]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const paths = by.get(id) ?? new Set<string>()
      if (paths.has(path)) continue
      by.set(id, paths.add(path))
      waiting.push(...importsOf(id, graph))
    }
  }
  walk('', [join(root, 'app/web/main.tsx')])
  for (const [path, { modules }] of places)
    walk(
      path,
      modules.map((module) => join(root, module)),
    )
  const roots = new Set([...places.values()].flatMap(({ modules }) => modules.map((module) => join(root, module))))
  return { by, roots, areas: new Map([...places].map(([path, { area }]) => [path, area])) }
}

/** An index of pictures imports all of them; wanted are those that somebody names. */
function importsOf(id: string, graph: Graph): string[] {
  const info = graph.getModuleInfo(id)
  if (!info) return []
  const index = info.importedIds.find((each) => /[\\/]lucide[\\/]dist[\\/]esm[\\/]lucide\.m?js$/.test(each))
  if (index === undefined) return info.importedIds
  const names = /import\s*\{([^}]*)\}\s*from\s*["']lucide["']/.exec(info.code ?? '')?.[1] ?? ''
  const pictures = names
    .split(',')
    .map((each) => each.trim().split(/\s/)[0] ?? '')
    .filter((each) => each !== '')
  const files = pictures.map((each) =>
    join(index, '../icons', `${each.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z])(?=\d)/g, '-').toLowerCase()}.mjs`),
  )
  return [...info.importedIds.filter((each) => each !== index), ...files]
}
