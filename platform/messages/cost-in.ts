/** What a provider says that a message cost, where it can be so: naira, below ten thousand. */
export function costIn(said: string): { cost?: string } {
  return /^(?:NGN ?)?\d{1,4}(?:\.\d{1,4})?$/.test(said) ? { cost: said } : {}
}
