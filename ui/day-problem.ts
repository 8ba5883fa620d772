import { pastDayProblem } from '#core/past-day.ts'
import { todayInLagos } from './format.ts'

/** What is wrong with the day in a form of something that has happened, under the name of its field. */
export function dayProblem<Name extends string>(name: Name, typed: string): Partial<Record<Name, string>> {
  const problem = pastDayProblem(typed, todayInLagos())
  return problem === undefined ? {} : ({ [name]: problem } as Record<Name, string>)
}
