export const asksToBecomeAMember = '{firstName} {lastName} asks to become a member ({number}).'
export const ajoseCouldNotAdmitYou = 'Ajose: {firstName}, {society} could not admit you as a member. {reason}'
