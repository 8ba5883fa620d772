/** Every path of the app; `web/app/pages.ts` says what is there, and doesn't compile without one of these. `$name` is a parameter. */
export const paths = [
  '/pwa',
  '/pwa-full',
  '/login',
  '/member-login',
  '/super-admin/login',
  '/signup',
  '/sign-in',
  '/forgot-password',
  '/join/$code',
  '/payer/$memberId',
  '/pending-verification',
  '/coop',
  '/coop/dashboard',
  '/coop/member-management',
  '/coop/member-management/import',
  '/coop/member-management/applications',
  '/coop/member-management/requests',
  '/coop/member/$memberId',
  '/coop/member/$memberId/leave',
  '/coop/financial-operations/money',
  '/coop/financial-operations/transactions',
  '/coop/financial-operations/contributions',
  '/coop/financial-operations/contributions/import',
  '/coop/financial-operations/contributions/collect',
  '/coop/financial-operations/online-payments',
  '/coop/financial-operations/payment-batches',
  '/coop/financial-operations/deductions',
  '/coop/financial-operations/deductions/employers',
  '/coop/financial-operations/deductions/employers/$employerId',
  '/coop/financial-operations/deductions/$scheduleId',
  '/coop/financial-operations/interest',
  '/coop/financial-operations/fixed-deposits',
  '/coop/financial-operations/fixed-assets',
  '/coop/financial-operations/closing/$yearEnd',
  '/coop/financial-operations/surplus',
  '/coop/financial-operations/setup',
  '/coop/financial-operations/opening-balances',
  '/coop/financial-operations/reconciliation',
  '/coop/financial-operations/reports',
  '/coop/financial-operations/reports/$report',
  '/coop/financial-operations/reports/entries/$entryId',
  '/coop/loan-management',
  '/coop/loan-management/portfolio',
  '/coop/loan-management/$loanId',
  '/coop/governance',
  '/coop/governance/enquiries',
  '/coop/governance/enquiries/$enquiryId',
  '/coop/governance/filings',
  '/coop/governance/votes',
  '/coop/governance/votes/$voteId',
  '/coop/governance/officers',
  '/coop/governance/elections',
  '/coop/governance/elections/$electionId',
  '/coop/governance/$meetingId',
  '/coop/notifications',
  '/coop/settings',
  '/member',
  '/member/dashboard',
  '/member/profile',
  '/member/requests',
  '/member/contributions',
  '/member/loans',
  '/member/loans/apply',
  '/member/loans/$loanId',
  '/member/guarantees',
  '/member/transactions',
  '/member/pay',
  '/member/dividends',
  '/member/meetings',
  '/member/meetings/enquiries',
  '/member/meetings/enquiries/$enquiryId',
  '/member/meetings/votes/$voteId',
  '/member/meetings/elections/$electionId',
  '/member/meetings/$meetingId',
  '/member/notifications',
  '/member/settings',
  '/superadmin/dashboard',
  '/superadmin/cooperatives/$cooperativeId',
  '/superadmin/messages',
  '/superadmin/audit',
  '/superadmin/health',
  '/superadmin/security',
] as const

export type Path = (typeof paths)[number]

type ParameterNames<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParameterNames<Rest>
  : P extends `${string}$${infer Name}`
    ? Name
    : never

export type PathWithoutParameters = { [P in Path]: [ParameterNames<P>] extends [never] ? P : never }[Path]

/** Search parameters, always text; undefined and '' are left out of the address. */
export type Search = Record<string, string | number | undefined>

type PathWithParameters = Exclude<Path, PathWithoutParameters>

/** A place in the app: the path, what its parameters are, and the search. */
export type Where =
  | { to: PathWithoutParameters; params?: undefined; search?: Search }
  | {
      [P in PathWithParameters]: { to: P; params: Record<ParameterNames<P>, string>; search?: Search }
    }[PathWithParameters]

export function hrefOf({ to, params, search }: Where): string {
  const values: Record<string, string> = params ?? {}
  const path = to.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  return path + searchText(search ?? {})
}

/** Plain text both ways: reading values as JSON would turn the phone 2348031234567 into a number. */
export function searchText(search: Search): string {
  const text = new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]],
    ),
  ).toString()
  return text === '' ? '' : `?${text}`
}

/** The path that an address means, with its parameters; undefined when there is none. */
export function matchPath(pathname: string): { path: Path; params: Record<string, string> } | undefined {
  const parts = segments(pathname)
  for (const path of paths) {
    const params: Record<string, string> = {}
    const names = segments(path)
    if (
      names.length === parts.length &&
      names.every((name, at) =>
        name.startsWith('$') ? readable(parts[at], (text) => (params[name.slice(1)] = text)) : name === parts[at],
      )
    )
      return { path, params }
  }
  return undefined
}

function segments(path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}

function readable(part: string | undefined, take: (text: string) => void): boolean {
  try {
    take(decodeURIComponent(part ?? ''))
    return true
  } catch {
    return false
  }
}
