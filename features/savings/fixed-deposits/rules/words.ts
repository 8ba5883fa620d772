/** What happens with principal and interest once a deposit has matured. */
export const maturityActs = ['pay_out', 'renew_principal', 'renew_all'] as const
export type MaturityAct = (typeof maturityActs)[number]

/** What a deposit that is broken early earns: nothing, or a lower rate for the days that it ran. */
export const breakRules = ['forfeit', 'lower_rate'] as const
export type BreakRule = (typeof breakRules)[number]

export const depositStatuses = ['open', 'paid_out', 'renewed', 'broken', 'reversed'] as const
export type DepositStatus = (typeof depositStatuses)[number]
