export const reversalOfMerged = 'Reversal of entry {number} of {closed}, which was merged into this record: {reason}'
export const asksToMergeYou =
  '{by} asked to merge the membership of {name}, {membershipno}, into {into}. If this is wrong, call another officer of your cooperative at once.'
