import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A page as tools see it that look at what the build makes of it. */
export type BuiltPlace = {
  area: string
  /** Files of the page and of its area's frame, from the root. */ modules: string[]
}

/** Each path of the app with what its list of pages says of it. */
export function pathsOf(root: string): Map<string, string> {
  const lists = ['app/web/pages.ts', 'features/*/pages.ts']
  const found = lists
    .flatMap((list) => globSync(list, { cwd: root }).toSorted())
    .flatMap((file) => entriesOf(root, file))
  return new Map(found.filter(([name]) => name.startsWith('/')))
}

/** A path that only leads on has no page, and is left out. */
export function placesOf(root: string): Map<string, BuiltPlace> {
  const frames = new Map(entriesOf(root, 'app/web/pages.ts').map(([area, text]) => [area, moduleIn(text)]))
  const found = new Map<string, BuiltPlace>()
  for (const [path, text] of pathsOf(root)) {
    const page = moduleIn(text)
    const frame = frames.get(path.split('/')[1] ?? '')
    if (page === undefined) continue
    found.set(
      path,
      frame === undefined
        ? { area: 'entry', modules: [page] }
        : { area: path.split('/')[1] ?? '', modules: [frame, page] },
    )
  }
  if (found.size === 0)
    throw new Error('app/web/pages.ts and the lists beside the features have no page that this can read')
  return found
}

/** The entries of a list by their names; the formatter breaks a long one into several lines, which are further in. */
function entriesOf(root: string, file: string): [name: string, text: string][] {
  return readFileSync(join(root, file), 'utf8')
    .split(/\n {2}(?=\S)/)
    .flatMap((text) => {
      const name = /^(?:'([^']+)'|(\w+)): \{/.exec(text)
      return name ? [[name[1] ?? name[2] ?? '', text.split(/\n(?=\S)/)[0] ?? '']] : []
    })
}

function moduleIn(text: string): string | undefined {
  return /import\('([^']+)'\)/.exec(text)?.[1]?.replace(/^\.\//, 'app/web/').replace(/^#/, '')
}
