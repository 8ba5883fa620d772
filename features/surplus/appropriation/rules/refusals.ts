import { refusal } from '#core/refusal.ts'

export const dividendPaid = refusal(
  'dividend_paid',
  409,
  '{name} of this appropriation is paid to the members, or that waits for approval. Reverse or reject it first.',
)
