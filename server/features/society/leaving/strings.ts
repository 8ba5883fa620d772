export const sentTheSettlementOfBack = '{officer} sent the settlement of {name} back: {reason}'
