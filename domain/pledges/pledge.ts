/** What a pledge stands for: an officer's hold by hand, the member's own loan, or a loan for which he is guarantor. */
export const pledgePurposes = ['hold', 'own_loan', 'guarantee'] as const
export type PledgePurpose = (typeof pledgePurposes)[number]
