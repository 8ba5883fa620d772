import { expect, test } from 'vitest'
import {
  businessOf,
  secondsByBusiness,
  secondsComplaints,
  type TestBudgets,
  testBudgetComplaints,
  testBudgetsOf,
  testsOf,
} from './test-budgets.ts'

const budgets: TestBudgets = {
  loans: { cpuSeconds: 3, servers: 1, browserServers: 1, societies: 2, pages: 1, journeys: ['loans'] },
}
const within = [
  {
    file: 'features/loans/loans/server/loans.test.ts',
    text: 'app = await startTestApp()\nfunction buildSociety() {\n  return buildCooperative(app)\n}\nawait buildSociety()\n',
  },
  { file: 'e2e/loans.test.ts', text: 'server = await startServer()\nconst page = await context.newPage()\n' },
]

test('the tests of each business make what they may, and every journey is of one', () => {
  expect(testBudgetComplaints(testsOf(process.cwd()), testBudgetsOf(process.cwd()))).toEqual([])
})

test('a business whose tests make more is named, and so is one that may make more than it does', () => {
  expect(testBudgetComplaints(within, budgets)).toEqual([])
  const another = { file: 'features/loans/goods/server/goods.test.ts', text: 'await startTestApp()\n' }
  expect(testBudgetComplaints([...within, another], budgets)).toEqual([
    'The tests of loans make 2 servers of server tests, the budget is 1: share one that is there (sharedTestApp), or raise it in test-budgets.json and say why',
  ])
  expect(testBudgetComplaints(within.slice(0, 1), budgets)).toEqual([
    'The tests of loans make only 0 servers for browsers: lower the budget of 1 in test-budgets.json',
    'The tests of loans make only 0 pages of a browser: lower the budget of 1 in test-budgets.json',
  ])
})

test('a new journey of no business, and a business without a budget, are named', () => {
  const journey = { file: 'e2e/goods.test.ts', text: '' }
  const started = { file: 'features/payroll/schedules/server/send.test.ts', text: 'await startTestApp()\n' }
  expect(testBudgetComplaints([...within, journey, started], budgets)).toEqual([
    'e2e/goods.test.ts is a journey of no business: add it to the journeys of one in test-budgets.json',
    'The tests of payroll make 1 servers of server tests, the budget is 0: share one that is there (sharedTestApp), or raise it in test-budgets.json and say why',
  ])
})

test('whose a test is shows in its folder', () => {
  const files = {
    'features/loans/loans/server/loans.test.ts': 'loans',
    'features/loans/loans/web/LoanPage.test.ts': 'loans',
    'features/loans/loans/rules/schedule.test.ts': 'loans',
    'e2e/loans.test.ts': 'loans',
    'dev/attacks/flood.test.ts': 'attacks',
    'app/server/crash.test.ts': 'app',
    'core/money.test.ts': 'core',
    'core/spreadsheets/cell.test.ts': 'core',
    'tools/house.test.ts': 'tools',
  }
  expect(Object.fromEntries(Object.keys(files).map((file) => [file, businessOf(file, budgets)]))).toEqual(files)
})

test('seconds are summed by business, the longest first', () => {
  const times = [
    { file: 'tools/house.test.ts', milliseconds: 1500 },
    { file: 'features/loans/loans/server/loans.test.ts', milliseconds: 3000 },
    { file: 'e2e/loans.test.ts', milliseconds: 4000 },
  ]
  expect(secondsByBusiness(times, budgets)).toEqual([
    ['loans', 7],
    ['tools', 1.5],
  ])
})

test('a business whose server tests took longer than it may is named, with how much and what to do', () => {
  const took = (seconds: number) => [
    { file: 'features/loans/loans/server/loans.test.ts', milliseconds: 1000 * seconds },
  ]
  expect(secondsComplaints(took(3.8), budgets)).toEqual([])
  expect(secondsComplaints(took(5), budgets)).toEqual([
    'The server tests of loans took 5 s of processor, 2 s over the budget: look at the longest files of it (docs/testing.md), or raise cpuSeconds in test-budgets.json and say why',
  ])
  expect(
    secondsComplaints([{ file: 'features/payroll/schedules/server/send.test.ts', milliseconds: 1 }], budgets),
  ).toHaveLength(1)
})
