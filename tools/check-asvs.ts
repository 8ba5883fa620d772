import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Holds docs/security/asvs.md to what it says: every requirement of OWASP ASVS 5.0.0 at levels 1 and 2 once, each met
 * one with evidence that is there, none of level 1 open and few of level 2.
 */
const page = 'docs/security/asvs.md'
const requirements: Record<string, number> = { 1: 70, 2: 183 }
const openMax: Record<string, number> = { 1: 0, 2: 8 }

/** Requirements of level 1 that a change under way will meet. One that is open no longer is refused here, so that this list empties. */
const underWay: readonly string[] = []

const states = ['met', 'not applicable', 'open']

type Requirement = { number: string; level: string; state: string; asked: string; evidence: string }

export function asvsComplaints(root: string, awaited = underWay): { complaints: string[]; counts: string[] } {
  const found = read(root)
  const complaints: string[] = []
  const seen = new Set<string>()
  for (const each of found) {
    if (seen.has(each.number)) complaints.push(`${each.number} has two lines`)
    seen.add(each.number)
    complaints.push(...lineComplaints(root, each).map((complaint) => `${each.number}: ${complaint}`))
  }
  const counts = Object.entries(requirements).map(([level, wanted]) => {
    const ofLevel = found.filter((each) => each.level === level)
    const numbers = (state: string) => ofLevel.filter((each) => each.state === state).map(({ number }) => number)
    const open = numbers('open').filter((number) => !awaited.includes(number))
    if (ofLevel.length !== wanted)
      complaints.push(`level ${level} has ${ofLevel.length} lines, the standard ${wanted} requirements`)
    if (open.length > (openMax[level] ?? 0))
      complaints.push(
        `${open.length} of level ${level} are open (${open.join(', ')}), at most ${openMax[level]} may be`,
      )
    return `level ${level}: ${states.map((state) => `${numbers(state).length} ${state}`).join(', ')}`
  })
  for (const number of awaited.filter((each) => !found.some((one) => one.number === each && one.state === 'open')))
    complaints.push(`${number} is open no longer: take it off the list in tools/check-asvs.ts`)
  return { complaints, counts }
}

function read(root: string): Requirement[] {
  return readFileSync(join(root, page), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, number = '', level = '', state = '', asked = '', evidence = ''] =
        /^\| (V[\d.]+) \|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|$/.exec(line) ?? []
      return number === ''
        ? []
        : [{ number, level: level.trim(), state: state.trim(), asked: asked.trim(), evidence: evidence.trim() }]
    })
}

function lineComplaints(root: string, { level, state, asked, evidence }: Requirement): string[] {
  const named = [...evidence.matchAll(/`([\w./-]+\.(?:tsx?|md|sql|cjs|json))`(?:: ([^;]+)| \(`([^`]+)`\))?/g)]
  return [
    ...(level in requirements ? [] : [`level ${level} is neither 1 nor 2`]),
    ...(states.includes(state) ? [] : [`“${state}” is none of ${states.join(', ')}`]),
    ...(asked === '' ? ['says not what is asked'] : []),
    ...(evidence === '' || (state === 'met' && named.length === 0) ? ['names no evidence'] : []),
    ...named.flatMap(([, file = '', title, name]) => {
      if (!existsSync(join(root, file))) return [`${file} is not there`]
      const words = title?.trim() ?? name
      return words !== undefined && !readFileSync(join(root, file), 'utf8').includes(words)
        ? [`${file} has no “${words}”`]
        : []
    }),
    ...named.flatMap(([, file = '', title]) =>
      /\.test\.tsx?$/.test(file) && title === undefined ? [`${file} is named without the title of a test`] : [],
    ),
  ]
}

if (import.meta.main) {
  const { complaints, counts } = asvsComplaints(process.cwd())
  for (const complaint of complaints) console.error(`${page}: ${complaint}`)
  console.log(`asvs: ${counts.join('; ')}; ${complaints.length} complaint(s)`)
  process.exitCode = complaints.length > 0 ? 1 : 0
}
