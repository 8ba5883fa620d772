/** The pages of `web/app/pages.ts`, for tools that look at what the build makes of them. */
export type BuiltPlace = {
  area: string
  /** Files of the page and of its area's frame, from the folder `web`. */ modules: string[]
}

/** A path that only leads on has no page, and is left out. */
export function placesOf(text: string): Map<string, BuiltPlace> {
  const module = (line: string | undefined) =>
    /import\('([^']+)'\)/
      .exec(line ?? '')?.[1]
      ?.replace(/^\.\//, 'app/')
      .replace(/^#web\//, '')
      // Beside the folder `web`.
      .replace(/^#features\//, '../features/')
  // The formatter breaks a long entry into several lines, of which all but the first and the last are further in.
  const lines = text.split(/\n {0,2}(?=\S)/).map((entry) => entry.replaceAll(/\s+/g, ' ').trim())
  const found = new Map<string, BuiltPlace>()
  for (const line of lines) {
    const path = /^'(\/[^']*)': /.exec(line)?.[1]
    const page = module(line)
    const area = /area: '(\w+)'/.exec(line)?.[1] ?? /: (\w+)\(/.exec(line)?.[1]
    if (path === undefined || page === undefined || area === undefined) continue
    const frame = module(lines.find((each) => each.startsWith(`${area}: {`)))
    found.set(path, { area, modules: frame === undefined ? [page] : [frame, page] })
  }
  if (found.size === 0) throw new Error('web/app/pages.ts has no page that this can read')
  return found
}
