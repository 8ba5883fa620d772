export const invitedTheExternalAuditor = '{officer} invited {name} as external auditor until {endsOn}.'
