import { foldForSearch } from '#core/searching.ts'

/** What an import and a link may call something by: "Christmas savings" is christmas-savings; a number follows where that is taken. */
export function codeFor(name: string, taken: ReadonlySet<string>): string {
  const base =
    foldForSearch(name)
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 40) || 'type'
  let code = base
  for (let n = 2; taken.has(code); n += 1) code = `${base}-${n}`
  return code
}
