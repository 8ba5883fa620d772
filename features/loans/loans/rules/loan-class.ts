import { type ProvisionClass, provisionClasses } from './portfolio.ts'

/** The names of the classes by which a provision is calculated, the best first. */
export const loanClasses = provisionClasses.map(({ name }) => name)

/** The class of a loan that is late by so many days; 0 where nothing is overdue. */
export function loanClassOf(daysLate: number, classes: readonly ProvisionClass[] = provisionClasses): string {
  const found = classes.findLast(({ from }) => from <= daysLate)
  return (found as ProvisionClass).name
}
