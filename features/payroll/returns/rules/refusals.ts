import { refusal } from '#core/refusal.ts'

export const returnCrediting = refusal(
  'return_crediting',
  409,
  'The members are being credited with what was paid over. Wait until that is done.',
)
