export const reversalOfMerged = 'Reversal of entry {number} of {closed}, which was merged into this record: {reason}'
