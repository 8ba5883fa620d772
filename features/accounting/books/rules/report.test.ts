import { expect, test } from 'vitest'
import { type ReportName, reportOf, reports } from './report.ts'

test('a report is found by its name, and one that is not there is named', () => {
  expect(reports.map(({ name }) => reportOf(name).title)).toEqual(reports.map(({ title }) => title))
  expect(() => reportOf('weather' as ReportName)).toThrow('There is no report weather')
})
