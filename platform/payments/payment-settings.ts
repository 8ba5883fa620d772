import * as z from 'zod'

const providerUrl = (usual: string) =>
  z
    .string()
    .regex(
      /^https:\/\/[^/?#]+$|^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?$/,
      `must be an address without a path, such as ${usual}`,
    )
    .default(usual)

/** The settings of the provider of payments: config.ts reads them with the others. */
export const paymentVariables = {
  PAYMENT_PROVIDER: z
    .enum(['none', 'paystack', 'monnify', 'flutterwave', 'sandbox'], {
      error: 'must be none, paystack, monnify, flutterwave, or in a trial sandbox',
    })
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
  PAYSTACK_URL: providerUrl('https://api.paystack.co'),
  MONNIFY_API_KEY: z
    .string()
    .regex(/^MK_(?:PROD|TEST)_\w{4,80}$/, 'must be an API key of Monnify, which begins with MK_PROD_ or MK_TEST_')
    .optional(),
  MONNIFY_SECRET_KEY: z
    .string()
    .regex(/^\w{16,120}$/, 'must be the secret key of Monnify')
    .optional(),
  MONNIFY_CONTRACT_CODE: z
    .string()
    .regex(/^\d{4,20}$/, 'must be the contract code of Monnify, which is a number')
    .optional(),
  MONNIFY_URL: providerUrl('https://api.monnify.com'),
  FLUTTERWAVE_SECRET_KEY: z
    .string()
    .regex(/^FLWSECK(?:_TEST)?-[\w-]{8,120}$/, 'must be a secret key of Flutterwave, which begins with FLWSECK')
    .optional(),
  FLUTTERWAVE_SECRET_HASH: z
    .string()
    .regex(/^[!-~]{16,120}$/, 'must be the secret hash of your webhook, 16 characters or more')
    .optional(),
  FLUTTERWAVE_SIGNATURE_SECRET: z
    .string()
    .regex(/^[!-~]{16,120}$/, 'must be the secret with which your webhooks are signed, 16 characters or more')
    .optional(),
  FLUTTERWAVE_URL: providerUrl('https://api.flutterwave.com'),
}

/** What each provider can't do without. */
export const paymentNeeds = {
  paystack: ['PAYSTACK_SECRET_KEY'],
  monnify: ['MONNIFY_API_KEY', 'MONNIFY_SECRET_KEY', 'MONNIFY_CONTRACT_CODE'],
  flutterwave: ['FLUTTERWAVE_SECRET_KEY', 'FLUTTERWAVE_SECRET_HASH'],
} as const
