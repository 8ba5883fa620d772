import * as z from 'zod'

/** Up to three providers: the names of a provider's settings begin with one of these. */
const prefixes = ['OIDC_', 'OIDC_2_', 'OIDC_3_'] as const
type Setting = 'ISSUER' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'NAME'
type Settings = Partial<Record<`${(typeof prefixes)[number]}${Setting}`, string | undefined>>

/** The settings of OpenID Connect providers: config.ts reads them with the others and says what an `issuer` may be. */
export function openIdVariables<Issuer extends z.ZodType>(issuer: Issuer) {
  const text = z.string().min(1).optional()
  const name = z
    .string()
    .regex(/^[^\p{C}]{1,40}$/u, 'must be a name of at most 40 characters')
    .optional()
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: text,
    OIDC_CLIENT_SECRET: text,
    OIDC_NAME: name,
    OIDC_2_ISSUER: issuer,
    OIDC_2_CLIENT_ID: text,
    OIDC_2_CLIENT_SECRET: text,
    OIDC_2_NAME: name,
    OIDC_3_ISSUER: issuer,
    OIDC_3_CLIENT_ID: text,
    OIDC_3_CLIENT_SECRET: text,
    OIDC_3_NAME: name,
  }
}

/** The setting that is missing or means nothing, and why; undefined where each provider is set whole or not at all. */
export function openIdProblem(
  settings: Settings & { PUBLIC_URL?: string | undefined },
): [name: string, why: string] | undefined {
  for (const prefix of prefixes) {
    const issuer = `${prefix}ISSUER` as const
    const beside = [`${prefix}CLIENT_ID`, `${prefix}CLIENT_SECRET`] as const
    if (settings[issuer] === undefined) {
      const alone = [...beside, `${prefix}NAME` as const].find((name) => settings[name] !== undefined)
      if (alone) return [alone, `it means nothing without ${issuer}`]
    } else {
      const missing = [...beside, 'PUBLIC_URL' as const].find((name) => settings[name] === undefined)
      if (missing) return [missing, `it is needed beside ${issuer}`]
    }
  }
  const names = openIdProviders(settings).map(({ name }) => name)
  if (new Set(names).size < names.length) return ['OIDC_2_NAME', 'each provider needs a name of its own']
  return undefined
}

export type OpenIdProvider = { name: string; issuer: string; clientId: string; clientSecret: string }

/** In the order in which people see them. */
export function openIdProviders(settings: Settings): OpenIdProvider[] {
  return prefixes.flatMap((prefix) => {
    const issuer = settings[`${prefix}ISSUER`]
    const clientId = settings[`${prefix}CLIENT_ID`]
    const clientSecret = settings[`${prefix}CLIENT_SECRET`]
    if (!issuer || !clientId || !clientSecret) return []
    return [{ name: settings[`${prefix}NAME`] ?? new URL(issuer).host, issuer, clientId, clientSecret }]
  })
}
