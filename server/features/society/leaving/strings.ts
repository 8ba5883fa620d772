export const sentTheSettlementOfBack = '{officer} sent the settlement of {name} back: {reason}'
export const owedToFormerMembers = 'Owed to former members'
export const paymentOfExitCameBack = 'Payment of the settlement that came back: {reason}'
