import type { previewLoan as contract } from '#features/loans/loans/loan-preview.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { previewAsked } from '#features/loans/loans/rules/asked-preview.ts'
import type { Refusal } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'

/** Looks at no record and writes none. Refuses what cannot be a loan, every reason at once. */
export async function previewLoan(
  _context: Context,
  _caller: Caller,
  input: Parsed<typeof contract>,
): Promise<Replied<typeof contract> | Refusal> {
  return previewAsked(input)
}
