import { electionTieRuleNames, unopposedRuleNames } from '#features/governance/elections/rules/words.ts'
import { DateText } from '#ui/DateText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { plural } from '#ui/format.ts'
import type { Election } from './api.ts'

/** The times of an election and the bye-laws with which it was opened. */
export function ElectionFacts({ election }: { election: Election }) {
  const { rules, nominationsOpenAt, nominationsCloseAt, takesOfficeOn, cancelledReason } = election
  return (
    <Facts
      items={[
        {
          label: 'Nominations',
          value: (
            <>
              <DateText on={nominationsOpenAt} time /> to <DateText on={nominationsCloseAt} time />
            </>
          ),
        },
        { label: 'Takes office', value: <DateText on={takesOfficeOn} /> },
        { label: 'Term', value: plural(rules.termYears, 'year') },
        {
          label: 'Candidates',
          value: [
            plural(rules.seconders, 'seconder'),
            ...(rules.memberForDays > 0 ? [`members for ${plural(rules.memberForDays, 'day')}`] : []),
            ...(rules.termsMax > 0 ? [`at most ${plural(rules.termsMax, 'term')} in a row`] : []),
            ...(rules.arrearsExcluded ? ['no arrears with a loan'] : []),
          ].join(', '),
        },
        { label: 'Without an opponent', value: unopposedRuleNames[rules.unopposed] },
        { label: 'At a tie for the last seat', value: electionTieRuleNames[rules.tieRule] },
        { label: 'Least turnout', value: rules.turnoutMin > 0 && `${rules.turnoutMin} % of the roll` },
        { label: 'Cancelled', value: cancelledReason },
      ]}
    />
  )
}
