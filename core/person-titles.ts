/** What people write before or behind a name, folded and without its dot; parts of a regular expression. */
export const personTitles =
  'mr|mrs|ms|miss|mstr|dr|prof|professor|engr|arc|surv|barr|chief|alhaji|alhaja|alh|hajiya|hajia|haj|otunba|elder|bishop|barrister|mallam|mal|hon|sir|dame|madam|rev|pastor|pst|deacon|deaconess|dcn|evang|evangelist|comrade|comr'
