import * as z from 'zod'

export const smsProvidersKnown = ['termii', 'africastalking'] as const
export type SmsProvider = (typeof smsProvidersKnown)[number]

export const providerUrl = z
  .string()
  .regex(
    /^https:\/\/[^/?#]+$|^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?$/,
    'must be an address without a path, such as https://api.example.com',
  )
const secret = z.string().regex(/^[\w-]{16,128}$/, 'must have 16 to 128 letters, digits, - and _')

/** The settings of the providers of SMS: config.ts reads them with the others. */
export const smsVariables = {
  SMS_PROVIDER: z
    .string()
    .transform((text) => (text === 'none' ? [] : text.split(',').map((each) => each.trim())))
    .pipe(z.array(z.enum(smsProvidersKnown)).refine((given) => new Set(given).size === given.length))
    .optional(),
  TERMII_URL: providerUrl.default('https://api.ng.termii.com'),
  TERMII_API_KEY: z.string().min(1).optional(),
  TERMII_SENDER: z
    .string()
    .regex(/^[A-Za-z0-9 ]{3,11}$/, 'must be the approved sender of 3 to 11 letters and digits')
    .optional(),
  TERMII_CHANNEL: z.enum(['dnd', 'generic'], { error: 'must be dnd or generic' }).default('dnd'),
  TERMII_SECRET: z.string().min(8, 'must be the secret key with which Termii signs its events').optional(),
  AFRICASTALKING_URL: providerUrl.default('https://api.africastalking.com'),
  AFRICASTALKING_USERNAME: z.string().min(1).optional(),
  AFRICASTALKING_API_KEY: z.string().min(1).optional(),
  AFRICASTALKING_SENDER: z
    .string()
    .regex(/^[A-Za-z0-9 ]{3,11}$/, 'must be the approved sender of 3 to 11 letters and digits')
    .optional(),
  AFRICASTALKING_SECRET: secret.optional(),
}

export const smsProviderRule =
  'must be none, termii, africastalking, or both of these with a comma between, the first choice first'

/** Without which a provider can't be used. */
export const smsNeeds = {
  termii: ['TERMII_API_KEY', 'TERMII_SENDER', 'TERMII_SECRET'],
  africastalking: ['AFRICASTALKING_USERNAME', 'AFRICASTALKING_API_KEY', 'AFRICASTALKING_SECRET'],
} as const satisfies Record<SmsProvider, readonly string[]>
