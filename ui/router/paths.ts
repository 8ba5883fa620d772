import type { Registered } from './page.ts'

export type Path = Extract<keyof Registered['pages'], string>

export type SeldomPath = {
  [P in Path]: Registered['pages'][P] extends { page: 'seldom' } ? P : never
}[Path]

type ParameterNames<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParameterNames<Rest>
  : P extends `${string}$${infer Name}`
    ? Name
    : never

export type PathWithoutParameters = { [P in Path]: [ParameterNames<P>] extends [never] ? P : never }[Path]

/** Search parameters, always text; undefined and '' are left out of the address. */
export type Search = Record<string, string | number | undefined>

type PathWithParameters = Exclude<Path, PathWithoutParameters>

/** A place in the app: the path, what its parameters are, and the search. */
export type Where =
  | { to: PathWithoutParameters; params?: undefined; search?: Search }
  | {
      [P in PathWithParameters]: { to: P; params: Record<ParameterNames<P>, string>; search?: Search }
    }[PathWithParameters]

export function hrefOf({ to, params, search }: Where): string {
  const values: Record<string, string> = params ?? {}
  const path = to.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  return path + searchText(search ?? {})
}

/** Plain text both ways: reading values as JSON would turn the phone 2348031234567 into a number. */
export function searchText(search: Search): string {
  const text = new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]],
    ),
  ).toString()
  return text === '' ? '' : `?${text}`
}

let known: readonly Path[] = []

/** Called once at the start with every path, those with a parameter behind those that it would swallow. */
export function registerPaths(all: readonly Path[]): void {
  known = all
}

/** The path that an address means, with its parameters; undefined when there is none. */
export function matchPath(pathname: string): { path: Path; params: Record<string, string> } | undefined {
  const parts = segments(pathname)
  for (const path of known) {
    const params: Record<string, string> = {}
    const names = segments(path)
    if (
      names.length === parts.length &&
      names.every((name, at) =>
        name.startsWith('$') ? readable(parts[at], (text) => (params[name.slice(1)] = text)) : name === parts[at],
      )
    )
      return { path, params }
  }
  return undefined
}

function segments(path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}

function readable(part: string | undefined, take: (text: string) => void): boolean {
  try {
    take(decodeURIComponent(part ?? ''))
    return true
  } catch {
    return false
  }
}
