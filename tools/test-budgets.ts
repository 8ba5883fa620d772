import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileTime } from './test-reports.ts'

/**
 * What the tests of a business may make: what costs seconds is counted in the text of the tests, which is the same on every machine.
 */
const costs = {
  /** A server with a database of its own, in a file of server tests. */
  servers: /\bstartTestApp\(/g,
  /** A server that browsers open. */
  browserServers: /\bstartServer\(/g,
  /** A cooperative, registered and set up by calls. */
  societies: /(?<!function )\b(?:\w*[bB]uild\w*Cooperative|(?:build|open|make)\w*Society|society)\(/g,
  /** A page of a browser. */
  pages: /\.newPage\(|\bsignedIn\(/g,
}
type Cost = keyof typeof costs
const costsOfAll = Object.keys(costs) as Cost[]
const said: Record<Cost, string> = {
  servers: 'servers of server tests',
  browserServers: 'servers for browsers',
  societies: 'societies',
  pages: 'pages of a browser',
}

/** test-budgets.json: for each business what its tests may make and take, and which files of e2e/ are its journeys. */
export type TestBudgets = Record<string, Record<Cost, number> & { cpuSeconds: number; journeys?: string[] }>

/** The budgets of the checkout at `root`, none where it has no such file. */
export function testBudgetsOf(root: string): TestBudgets {
  const path = join(root, 'test-budgets.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as TestBudgets) : {}
}

/** Whose test a file is: a business's, or, outside of features, that of its folder; undefined for a journey of none. */
export function businessOf(file: string, budgets: TestBudgets): string | undefined {
  const journey = /^e2e\/(.+)\.test\.ts$/.exec(file)?.[1]
  if (journey !== undefined)
    return Object.entries(budgets).find(([, { journeys = [] }]) => journeys.includes(journey))?.[0]
  const [root = '', second = ''] = file.split('/')
  return root === 'features' || second === 'attacks' ? second : root
}

/** A sentence for each business whose tests make more than they may, for each that may make more than they do, and for each journey of none. */
export function testBudgetComplaints(tests: readonly { file: string; text: string }[], budgets: TestBudgets): string[] {
  const made = new Map<string, Record<Cost, number>>()
  const homeless: string[] = []
  for (const { file, text } of tests) {
    const business = businessOf(file, budgets)
    if (business === undefined) {
      homeless.push(`${file} is a journey of no business: add it to the journeys of one in test-budgets.json`)
      continue
    }
    const sum = made.get(business) ?? noneMade()
    for (const cost of costsOfAll) sum[cost] += [...text.matchAll(costs[cost])].length
    made.set(business, sum)
  }
  const businesses = [...new Set([...made.keys(), ...Object.keys(budgets)])]
  return [
    ...homeless,
    ...businesses.flatMap((business) =>
      costsOfAll.flatMap((cost) => {
        const [now, most] = [made.get(business)?.[cost] ?? 0, budgets[business]?.[cost] ?? 0]
        if (now > most)
          return [
            `The tests of ${business} make ${now} ${said[cost]}, the budget is ${most}: share one that is there (sharedTestApp), or raise it in test-budgets.json and say why`,
          ]
        return now < most
          ? [
              `The tests of ${business} make only ${now} ${said[cost]}: lower the budget of ${most} in test-budgets.json`,
            ]
          : []
      }),
    ),
  ]
}

/** The tests of the checkout, with their texts; without our own, which plants what is counted. */
export function testsOf(root: string): { file: string; text: string }[] {
  return execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', ':!tools/test-budgets.test.ts'],
    { cwd: root, encoding: 'utf8' },
  )
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
}

/** The seconds of the tests of each business, the longest first. */
export function secondsByBusiness(times: readonly FileTime[], budgets: TestBudgets): [string, number][] {
  const sums = new Map<string, number>()
  for (const { file, milliseconds } of times) {
    const business = businessOf(file, budgets) ?? 'no business'
    sums.set(business, (sums.get(business) ?? 0) + milliseconds / 1000)
  }
  return [...sums].toSorted(([, one], [, other]) => other - one)
}

/** How far a business may be over its seconds: what a machine takes for the same tests differs from run to run. */
const tolerance = 1.3

/** A sentence for each business whose server tests took more seconds of processor than they may. */
export function secondsComplaints(times: readonly FileTime[], budgets: TestBudgets): string[] {
  return secondsByBusiness(times, budgets).flatMap(([business, seconds]) => {
    const most = budgets[business]?.cpuSeconds ?? 0
    return seconds <= most * tolerance
      ? []
      : [
          `The server tests of ${business} took ${seconds.toFixed(0)} s of processor, ${(seconds - most).toFixed(0)} s over the budget: look at the longest files of it (docs/testing.md), or raise cpuSeconds in test-budgets.json and say why`,
        ]
  })
}

const noneMade = (): Record<Cost, number> => ({ servers: 0, browserServers: 0, societies: 0, pages: 0 })
