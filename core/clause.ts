/** A rule with the clause of the bye-laws or of the law that says so, where one is entered. */
export function withClause(rule: string, clause: string): string {
  return clause === '' ? rule : `${rule} (${clause})`
}
