import * as z from 'zod'

/** The settings of the provider of payments: config.ts reads them with the others. */
export const paymentVariables = {
  PAYMENT_PROVIDER: z
    .enum(['none', 'paystack', 'sandbox'], { error: 'must be none, paystack, or in a trial sandbox' })
    .optional(),
  PAYSTACK_SECRET_KEY: z
    .string()
    .regex(/^sk_(?:live|test)_\w{8,120}$/, 'must be a secret key of Paystack, which begins with sk_live_ or sk_test_')
    .optional(),
  PAYSTACK_ACCOUNT_BANK: z
    .string()
    .regex(
      /^[a-z][a-z-]{2,40}$/,
      'must be the name of a bank as Paystack writes it, such as wema-bank or titan-paystack',
    )
    .optional(),
  PAYSTACK_URL: z
    .string()
    .regex(
      /^https:\/\/[^/?#]+$|^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?$/,
      'must be an address without a path, such as https://api.paystack.co',
    )
    .default('https://api.paystack.co'),
}
